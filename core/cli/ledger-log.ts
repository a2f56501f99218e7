import { type Command, InvalidArgumentError } from 'commander';
import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { wholeNumber } from './arguments.ts';
import type { CliContext } from './context.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { printable } from './printable.ts';

interface LogOptions {
  readonly ledger?: string;
  readonly type?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly since?: string;
  readonly until?: string;
  readonly text?: string;
  readonly after?: number;
  readonly limit: number;
  readonly ascending?: boolean;
  readonly json?: boolean;
}

/** `mizan ledger log`: events, newest first, one a line. */
export function addLedgerLog(ledger: Command, context: CliContext): void {
  ledger
    .command('log')
    .description('List events, newest first.')
    .option('--type <type>', 'a type, or a prefix that ends in a dot: work.')
    .option('--actor <actor>', 'an id, or kind:id')
    .option('--subject <subject>', 'what it is about: task:…, gate:…, agent:…')
    .option('--since <time>', 'not before this time (ISO 8601)', isoTime)
    .option('--until <time>', 'before this time (ISO 8601)', isoTime)
    .option('--text <text>', 'events that contain this text')
    .option('--after <seq>', 'go on after this event', wholeNumber)
    .option('--limit <number>', 'how many', wholeNumber, 50)
    .option('--ascending', 'oldest first')
    .option('--json', 'one event a line, as canonical JSON, exactly as it was hashed')
    .option(...ledgerOption)
    .action((options: LogOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context, { acceptOlder: true }), (reader) =>
        log(reader, options, context),
      ),
    );
}

function log(reader: LedgerReader, options: LogOptions, context: CliContext): Result<null> {
  const { type, actor, subject, since, until, text } = options;
  const direction = options.ascending ? 'ascending' : 'descending';
  let left = options.limit;
  let after: number | null = options.after ?? null;
  do {
    const page = reader.page({
      filter: { type, actor, subject, since, until, text },
      after,
      limit: Math.min(left, 500),
      direction,
    });
    for (const event of page.events) context.out(options.json ? canonicalLine(reader, event) : eventLine(event));
    for (const seq of page.damaged)
      context.error(`mizan: event ${seq} can no longer be read; run mizan ledger verify\n`);
    left -= page.events.length + page.damaged.length;
    after = page.next;
  } while (left > 0 && after !== null);
  if (after !== null) context.error(`There are more: --after ${after}\n`);
  return ok(null);
}

function canonicalLine(reader: LedgerReader, event: LedgerEvent): string {
  const bytes = reader.canonical(event.seq);
  return bytes.ok ? `${new TextDecoder().decode(bytes.value)}\n` : '';
}

function eventLine(event: LedgerEvent): string {
  const { seq, at, type, actor, subject } = event;
  return `${printable(`${seq}  ${at}  ${type}  ${actor.kind}:${actor.id}  ${subject}`.replaceAll('\n', ' '))}\n`;
}

function isoTime(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a time like 2026-01-31 or 2026-01-31T12:00:00Z.');
  return new Date(time).toISOString();
}
