import type { LedgerEvent, LedgerReader } from '../../ledger/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { type AgentOutput, agentOutput } from '../agent-output.ts';
import type { CaseFile } from '../case/case-file.ts';
import type { DebateTurn, StopReason } from '../debate-state.ts';
import { debateMessage, debateStopped, debateSubject, muhasabahRejected } from '../run/events.ts';
import { outputPayload, readBody, readStarted, readText } from '../run/message-store.ts';
import { agentToolCall, humanGateCreated } from '../tools/events.ts';

export interface RecordedCall {
  readonly callId: string;
  readonly tool: string;
  readonly query: string;
}

/** One attempt at a turn as it was. */
export interface RecordedAttempt {
  readonly role: string;
  readonly round: number;
  readonly calls: readonly RecordedCall[];
  /** What the agent answered, accepted or not; empty when it did not answer. */
  readonly answer: string;
}

/** Where in a debate: how many messages there were, which turn, which attempt at it. */
export interface AttemptPlace {
  readonly ordinal: number;
  readonly turn: DebateTurn;
  readonly attempt: number;
}

/** A debate as the ledger has it, to be played again. */
export interface RecordedDebate {
  readonly debateId: string;
  /** The debate whose calls it made: itself, or the one that it played again. */
  readonly origin: string;
  /** The gates at which it asked people. */
  readonly gates: ReadonlySet<string>;
  readonly caseFile: CaseFile;
  readonly maxRounds: number;
  attempt(place: AttemptPlace): RecordedAttempt | null;
  /** The outputs that were accepted, oldest first. */
  readonly accepted: readonly AgentOutput[];
  /** Null for a debate that has not ended. */
  readonly stopReason: StopReason | null;
}

/** Reads a debate from its events. Errors: `debate-unknown`, `debate-record-damaged`, those of the ledger. */
export function readRecordedDebate(reader: LedgerReader, debateId: string): Result<RecordedDebate> {
  const begun = readStarted(reader, debateId);
  if (!begun.ok) return begun;
  const attempts = new Map<string, RecordedAttempt>();
  const calls = new Map<string, RecordedCall[]>();
  const accepted: AgentOutput[] = [];
  const gates = new Set<string>();
  let stopReason: StopReason | null = null;
  for (const event of everyEvent(reader, debateId)) {
    if (agentToolCall.matches(event)) {
      const call = readCall(reader, event);
      if (!call.ok) return call;
      const { key, ...rest } = call.value;
      calls.set(key, [...(calls.get(key) ?? []), rest]);
    } else if (debateMessage.matches(event) || muhasabahRejected.matches(event)) {
      const said = readAttempt(reader, event, accepted.length, calls);
      if (!said.ok) return said;
      attempts.set(said.value.key, said.value.attempt);
      if (said.value.output !== null) accepted.push(said.value.output);
    } else if (humanGateCreated.matches(event)) {
      const asked = humanGateCreated.read(event);
      if (!asked.ok) return asked;
      gates.add(asked.value.gate_id);
    } else if (debateStopped.matches(event)) {
      const stopped = debateStopped.read(event);
      if (!stopped.ok) return stopped;
      stopReason = stopped.value.stop_reason;
    }
  }
  const { caseFile, started } = begun.value;
  const attempt = (place: AttemptPlace): RecordedAttempt | null => attempts.get(keyOf(place)) ?? null;
  const origin = originOf(reader, debateId);
  if (!origin.ok) return origin;
  return ok({
    debateId,
    origin: origin.value,
    gates,
    caseFile,
    maxRounds: started.max_rounds,
    attempt,
    accepted,
    stopReason,
  });
}

/** The debate that a replay plays again; null for any other. Error: `debate-unknown`. */
export function replayedDebate(reader: LedgerReader, debateId: string): Result<string | null> {
  const begun = readStarted(reader, debateId);
  return begun.ok ? ok(begun.value.started.replay_of) : begun;
}

/** A replay can play a replay again: the first of them, which played none. */
function originOf(reader: LedgerReader, debateId: string): Result<string> {
  const seen = new Set<string>();
  for (let id = debateId; ; ) {
    const played = replayedDebate(reader, id);
    if (!played.ok) return played;
    if (played.value === null || seen.has(id)) return ok(id);
    seen.add(id);
    id = played.value;
  }
}

function keyOf({ turn, ordinal, attempt }: AttemptPlace): string {
  return `${turn}/${ordinal}/${attempt}`;
}

function readCall(reader: LedgerReader, event: LedgerEvent): Result<RecordedCall & { readonly key: string }> {
  const call = agentToolCall.read(event);
  if (!call.ok) return call;
  const query = readText(reader, event.seq, 'tool_args');
  if (!query.ok) return query;
  const { turn, attempt, call_id: callId, tool_name: tool } = call.value;
  return ok({ key: `${turn}/${attempt}`, callId, tool, query: query.value });
}

function readAttempt(
  reader: LedgerReader,
  event: LedgerEvent,
  ordinal: number,
  calls: ReadonlyMap<string, readonly RecordedCall[]>,
): Result<{ readonly key: string; readonly attempt: RecordedAttempt; readonly output: AgentOutput | null }> {
  const answer = readText(reader, event.seq, outputPayload);
  if (!answer.ok) return answer;
  const data = debateMessage.matches(event) ? debateMessage.read(event) : muhasabahRejected.read(event);
  if (!data.ok) return data;
  const { role, round, turn, attempt } = data.value;
  const key = keyOf({ ordinal, turn, attempt });
  const made = calls.get(key) ?? [];
  const said = { role, round, answer: answer.value };
  if (!debateMessage.matches(event)) return ok({ key, attempt: { ...said, calls: made }, output: null });
  const output = readBody(reader, event.seq, outputPayload, agentOutput);
  if (!output.ok) return output;
  // A turn that a crash cut off left calls of its own; the output lists those of the attempt that counted.
  const listed = new Set(output.value.tool_calls.map(({ call_id: id }) => id));
  const counted = made.filter(({ callId }) => listed.has(callId));
  return ok({ key, attempt: { ...said, calls: counted }, output: output.value });
}

function* everyEvent(reader: LedgerReader, debateId: string): Generator<LedgerEvent> {
  let after: number | null = null;
  do {
    const page = reader.page({
      filter: { subject: debateSubject(debateId) },
      after,
      limit: 500,
      direction: 'ascending',
    });
    yield* page.events;
    after = page.next;
  } while (after !== null);
}
