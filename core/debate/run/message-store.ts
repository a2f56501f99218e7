import type { z } from 'zod';
import type { LedgerEvent, LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type CaseFile, caseFile } from '../case/case-file.ts';
import { type DebateMessage, debateMessage as messageShape } from '../debate-state.ts';
import { type DebateStarted, debateMessage, debateStarted, debateSubject } from './events.ts';

export const outputPayload = 'output';
export const casePayload = 'case';

/** A body of an event as text. Errors: those of the ledger, `debate-record-damaged`. */
export function readText(reader: LedgerReader, seq: number, name: string): Result<string> {
  const body = reader.body(seq, name);
  if (!body.ok) return body;
  if (body.value.state === 'redacted') {
    return fail('debate-record-damaged', `This part of the debate was redacted: ${body.value.reason}`, `${seq}`);
  }
  return ok(new TextDecoder().decode(body.value.body));
}

/** A body of an event as JSON of a shape. Errors: those of the ledger, `debate-record-damaged`. */
export function readBody<T>(reader: LedgerReader, seq: number, name: string, shape: z.ZodType<T>): Result<T> {
  const text = readText(reader, seq, name);
  if (!text.ok) return text;
  try {
    const parsed = shape.safeParse(JSON.parse(text.value));
    if (parsed.success) return ok(parsed.data);
  } catch {
    // Told below, together with what is JSON but not of the shape.
  }
  return fail('debate-record-damaged', 'This part of the debate is not as it was written', `${seq}`);
}

/** The messages of a debate by id, from its events. */
export function readMessages(reader: LedgerReader, debateId: string): Result<Map<string, DebateMessage>> {
  const messages = new Map<string, DebateMessage>();
  for (const event of eventsOf(reader, debateId, debateMessage.type)) {
    const data = debateMessage.read(event);
    if (!data.ok) return data;
    const output = readBody(reader, event.seq, outputPayload, messageShape.shape.output);
    if (!output.ok) return output;
    const { message_id: id, turn } = data.value;
    messages.set(id, { message_id: id, turn, output: output.value });
  }
  return ok(messages);
}

export interface StartedDebate {
  readonly started: DebateStarted;
  readonly caseFile: CaseFile;
}

/** How a debate began, with its case. Error: `debate-unknown`. */
export function readStarted(reader: LedgerReader, debateId: string): Result<StartedDebate> {
  const [event] = eventsOf(reader, debateId, debateStarted.type);
  if (event === undefined) return fail('debate-unknown', 'This ledger has no debate with this id', debateId);
  const started = debateStarted.read(event);
  if (!started.ok) return started;
  const read = readBody(reader, event.seq, casePayload, caseFile);
  return read.ok ? ok({ started: started.value, caseFile: read.value }) : read;
}

/** All events of a type about a debate, oldest first. */
export function eventsOf(reader: Pick<LedgerReader, 'page'>, debateId: string, type: string): readonly LedgerEvent[] {
  const events: LedgerEvent[] = [];
  let after: number | null = null;
  do {
    const filter = { subject: debateSubject(debateId), type };
    const page = reader.page({ filter, after, limit: 500, direction: 'ascending' });
    events.push(...page.events);
    after = page.next;
  } while (after !== null);
  return events;
}
