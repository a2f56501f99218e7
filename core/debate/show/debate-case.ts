import type { LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type CaseFile, caseFile } from '../case/case-file.ts';
import { type ClaimRegistry, createClaimRegistry } from '../claim-registry.ts';
import type { Defect } from '../defect.ts';
import { debateSubject, defectSettled } from '../run/events.ts';
import { defectFlagged } from '../tools/events.ts';

/** Defects of one debate that are read; a debate flags at most three in a round. */
const mostDefects = 500;

/** The case that was read last from each open ledger: a large one takes long to check, and its event never changes. */
const lastCase = new WeakMap<LedgerReader, { readonly seq: number; readonly read: CaseFile }>();

export interface DebateCase {
  readonly registry: ClaimRegistry;
  /** The event that flagged each defect, by defect id. */
  readonly flaggedAt: ReadonlyMap<string, number>;
}

interface Flagged {
  readonly found: Defect;
  readonly seq: number;
}

/** The case of a debate under the defects that were flagged in it. Errors: `case-removed`, `case-unreadable`. */
export function readDebateCase(reader: LedgerReader, debateId: string, startedSeq: number): Result<DebateCase> {
  const read = readCase(reader, startedSeq);
  if (!read.ok) return read;
  const flagged = readDefects(reader, debateId);
  return ok({
    registry: createClaimRegistry(read.value, { defects: flagged.map(({ found }) => found) }),
    flaggedAt: new Map(flagged.map(({ found, seq }) => [found.defect_id, seq])),
  });
}

function readCase(reader: LedgerReader, seq: number): Result<CaseFile> {
  const known = lastCase.get(reader);
  if (known?.seq === seq) return ok(known.read);
  const body = reader.body(seq, 'case');
  if (!body.ok) return body;
  if (body.value.state === 'redacted') {
    return fail('case-removed', `The case was removed from the ledger: ${body.value.reason}`, `${seq}/case`);
  }
  const parsed = caseFile.safeParse(JSON.parse(new TextDecoder().decode(body.value.body)));
  if (!parsed.success) return fail('case-unreadable', 'The case in the ledger has another form', `${seq}/case`);
  lastCase.set(reader, { seq, read: parsed.data });
  return ok(parsed.data);
}

/** The defects as they stand: one that the arbiter settled replaces what was flagged. */
function readDefects(reader: LedgerReader, debateId: string): readonly Flagged[] {
  const filter = { subject: debateSubject(debateId), type: 'defect.' };
  const { events } = reader.page({ filter, limit: mostDefects, direction: 'ascending' });
  const defects = new Map<string, Flagged>();
  for (const event of events) {
    const read = defectFlagged.matches(event) ? defectFlagged.read(event) : defectSettled.read(event);
    if (!read.ok) continue;
    const { defect: found } = read.value;
    defects.set(found.defect_id, { found, seq: defects.get(found.defect_id)?.seq ?? event.seq });
  }
  return [...defects.values()];
}
