import type { Connection } from './sqlite.ts';

/** Bodies of one event at most: as many as its places hold. */
export const maximumPayloads = 2 ** 20;

/** How the file finds a body: by its place since migration 10, before by the seq of its event. */
export interface PayloadLayout {
  readonly column: 'place' | 'seq';
  /** What stands in `column` for the body with this number in the list of event `seq`, 0 for the first. */
  at(seq: number, number: number): number;
}

const byPlace: PayloadLayout = { column: 'place', at: (seq, number) => seq * maximumPayloads + number };
const bySeq: PayloadLayout = { column: 'seq', at: (seq) => seq };

/** The layout of this file: one that is only read may be of an older Mizan. */
export function payloadLayout(connection: Connection): PayloadLayout {
  const columns = connection.prepare(`SELECT name FROM pragma_table_info('payload')`).pluck().all();
  return columns.includes('place') ? byPlace : bySeq;
}
