import type {
  BodyReference,
  ClaimChip,
  DebateMessage,
  DebateToolCall,
  OperationOutput,
  OperationParsed,
} from '../../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import { debateMessage, debateSubject, muhasabahRejected } from '../run/events.ts';
import { eventsOf } from '../run/message-store.ts';
import { claimChip } from './claim-chip.ts';
import { readDebateCase } from './debate-case.ts';
import { findDebate } from './debate-rows.ts';
import { type OutputView, outputView } from './output-view.ts';
import { payloadText } from './payload-text.ts';
import { namedRulings, raisedChallenges } from './raised-challenge.ts';
import { toolCallType, toolCallView } from './tool-call-view.ts';

const pageSize = 500;
const payload = 'output';

/**
 * Outputs of a debate, oldest first. The cursor is the event of the last one that was seen. Error: `debate-unknown`.
 */
export function listDebateMessages(
  reader: LedgerReader,
  { debateId, cursor, limit }: OperationParsed<'debates.messages'>,
): Result<OperationOutput<'debates.messages'>> {
  const after = cursor === null ? null : Number(cursor);
  if (after !== null && !Number.isSafeInteger(after)) {
    return fail('cursor-invalid', 'This is no position in a debate; begin at its start', 'cursor');
  }
  const debate = findDebate(reader, debateId);
  if (!debate.ok) return debate;
  const debateCase = readDebateCase(reader, debateId, debate.value.startedSeq);
  if (!debateCase.ok) return debateCase;
  const { rows: outputs, next } = readOutputs(reader, debateId, after, limit);
  const rows = withChallenges(reader, debateId, outputs);
  const { messages, rejected } = debate.value.row;
  return ok({ rows, claims: chipsOf(debateCase.value.registry, rows), next, total: messages + rejected });
}

/** An output before it is known what its rulings are about. */
type Output = Omit<DebateMessage, 'rulings'> & Pick<OutputView, 'rulings'>;

/** Challenges of other pages are read too, but only where something was ruled. */
function withChallenges(reader: LedgerReader, debateId: string, outputs: readonly Output[]): DebateMessage[] {
  const rules = outputs.some(({ rulings }) => rulings.length > 0);
  const raised = rules ? raisedChallenges(reader, eventsOf(reader, debateId, debateMessage.type)) : [];
  return outputs.map((output) => ({ ...output, rulings: namedRulings(output.rulings, raised) }));
}

function readOutputs(
  reader: LedgerReader,
  debateId: string,
  cursor: number | null,
  limit: number,
): { readonly rows: Output[]; readonly next: string | null } {
  const rows: Output[] = [];
  // A call stands in the ledger before the output that it served.
  const calls = new Map<string, DebateToolCall[]>();
  let after = cursor;
  do {
    const page = reader.page({
      filter: { subject: debateSubject(debateId) },
      after,
      limit: pageSize,
      direction: 'ascending',
    });
    for (const event of page.events) {
      const audited = event.type === toolCallType ? toolCallView(reader, event) : null;
      if (audited !== null) calls.set(audited.agentId, [...(calls.get(audited.agentId) ?? []), audited.call]);
      const agentId = typeof event.data.agent_id === 'string' ? event.data.agent_id : '';
      const message = messageOf(reader, event, calls.get(agentId) ?? []);
      if (message === null) continue;
      if (rows.length === limit) return { rows, next: `${rows.at(-1)?.seq}` };
      calls.delete(agentId);
      rows.push(message);
    }
    after = page.next;
  } while (after !== null);
  return { rows, next: null };
}

function messageOf(reader: LedgerReader, event: LedgerEvent, toolCalls: DebateToolCall[]): Output | null {
  const accepted = debateMessage.matches(event);
  if (!accepted && !muhasabahRejected.matches(event)) return null;
  const data = accepted ? debateMessage.read(event) : muhasabahRejected.read(event);
  if (!data.ok) return null;
  const { round, turn, role, agent_id: agentId, attempt } = data.value;
  return {
    seq: event.seq,
    at: event.at,
    round,
    turn,
    role,
    agentId,
    attempt,
    accepted,
    violations: 'violations' in data.value ? data.value.violations : [],
    body: bodyOf(event),
    toolCalls,
    ...outputView(payloadText(reader, event, payload), event.seq),
  };
}

function bodyOf(event: LedgerEvent): BodyReference | null {
  const found = event.payloads.find(({ name }) => name === payload);
  if (found === undefined) return null;
  return { seq: event.seq, name: payload, mediaType: found.media_type, size: found.size, digest: found.digest };
}

/** The claims that the outputs name anywhere, each once. */
function chipsOf(registry: ClaimRegistry, rows: readonly DebateMessage[]): ClaimChip[] {
  const ids = rows.flatMap((row) => [
    ...row.claimIds,
    ...row.challenges.flatMap(({ claimIds }) => claimIds),
    ...row.rulings.flatMap(({ claimIds }) => claimIds),
  ]);
  return [...new Set(ids)].flatMap((id) => {
    const chip = claimChip(registry, id);
    return chip === null ? [] : [{ ...chip, claimId: id }];
  });
}
