import { create } from 'zustand';
import type { EventFilter } from './filtered-events.ts';

export interface EventFields {
  readonly text: string;
  readonly type: string;
  readonly actor: string;
  readonly subject: string;
  /** As a `datetime-local` field holds them; read as UTC. */
  readonly since: string;
  readonly until: string;
}

export const noFields: EventFields = { text: '', type: '', actor: '', subject: '', since: '', until: '' };

/** How the list of events is filtered: kept while other views are open. */
export const useLedgerQueue = create<EventFields>(() => noFields);

/** The filter for the host, without the fields that are empty; null when nothing is filtered. Pure. */
export function filterOf(fields: EventFields): EventFilter | null {
  const { since, until, ...texts } = fields;
  const given = [
    ...Object.entries(texts).map(([name, value]) => [name, value.trim()] as const),
    ['since', utc(since)] as const,
    ['until', utc(until)] as const,
  ].filter(([, value]) => value !== '');
  return given.length === 0 ? null : Object.fromEntries(given);
}

function utc(local: string): string {
  const time = Date.parse(`${local}Z`);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

/** The number of an event when the text asks for one: `#12,431`. Pure. */
export function askedSeq(text: string): number | null {
  const digits = /^\s*#\s*([\d,]+)\s*$/.exec(text)?.[1]?.replaceAll(',', '');
  return digits === undefined || digits === '' ? null : Number(digits);
}
