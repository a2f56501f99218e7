import { z } from 'zod';
import { runAgent } from '../../agents/index.ts';
import {
  type CaseFile,
  claimClasses,
  countIn,
  createClaimRegistry,
  createDebateTools,
  fullTextEvidenceSearch,
  grade,
  type ToolAudit,
  type ToolCallRecord,
} from '../../debate/index.ts';
import { agentState, type GovernedTool } from '../../kernel/index.ts';
import type { EventDraft, Ledger } from '../../ledger/index.ts';
import { systemTimers } from '../../machine/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { systemClock } from '../../world/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const ownerSchema = { tenant: z.string().optional(), tenant_id: z.string().optional() };
const inputSchema = z.object({
  tenant: z.string().optional(),
  deal_id: z.string().optional(),
  claims: z
    .array(
      z.object({
        ...ownerSchema,
        claim_id: z.string(),
        claim_text: z.string().min(1),
        claim_class: z.enum(claimClasses).catch('OTHER'),
        claim_grade: grade.optional(),
        evidence_refs: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  evidence: z
    .array(
      z.object({
        ...ownerSchema,
        evidence_id: z.string(),
        text: z.string().optional(),
        text_excerpt: z.string().optional(),
        source_grade: grade.default('A'),
        deal_id: z.string().optional(),
      }),
    )
    .optional(),
  calls: z.array(
    z.object({
      agent: z.string(),
      tool: z.string(),
      args: z.unknown().optional(),
      round: z.number().int().min(1).default(1),
    }),
  ),
});
type Input = z.output<typeof inputSchema>;

/**
 * Calls of tools by agents whose name is their role, each through the runtime and the kernel as in a debate (D6, D7).
 * Where a case lists no evidence, every evidence id that is cited counts as known.
 */
export const toolCalls: ConformanceKind = {
  kind: 'tool-calls',
  async run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const audit = memoryAudit();
    const tenant = input.value.tenant ?? 'local';
    const known = caseOf(input.value, tenant);
    const registry = createClaimRegistry(known.caseFile, { otherOwners: known.otherOwners });
    const search = fullTextEvidenceSearch({ evidence: known.listed });
    const results = [];
    for (const [index, { agent, tool, args, round }] of input.value.calls.entries()) {
      const { tools, audited } = createDebateTools({
        debateId: '00000000-0000-4000-8000-000000000000',
        replayOf: null,
        agentId: agent,
        role: agent,
        round,
        turn: `call ${index}`,
        attempt: 1,
        tenant,
        registry,
        search,
        connectors: [],
        clock: systemClock,
        audit,
      });
      const before = audit.calls.length;
      const observation = await callOnce(tool, JSON.stringify(args ?? null), tools, audited(noLedger));
      if (!observation.ok) return observation;
      const recorded = audit.calls[before];
      if (recorded === undefined || audit.calls.length !== before + 1) {
        return fail('audit-wrong', `Call ${index} was audited ${audit.calls.length - before} times`);
      }
      const isGood = recorded.result_status === 'SUCCESS';
      results.push({
        ok: isGood,
        status: recorded.result_status,
        error: recorded.error,
        ...(isGood ? { result: JSON.parse(observation.value) as unknown } : {}),
      });
    }
    const defects = audit.events.filter((event) => event.type === 'defect.flagged').length;
    return ok({ calls: results, audit: audit.calls.length, defects });
  },
};

const noLedger: Pick<Ledger, 'append'> = {
  append: () => ok({ firstSeq: 0, treeSize: 0, root: '', events: [] }),
};

/** One agent that makes this call and answers; gives what it saw. */
async function callOnce(
  toolName: string,
  query: string,
  tools: readonly GovernedTool[],
  ledger: Pick<Ledger, 'append'>,
): Promise<Result<string>> {
  const run = await runAgent({
    runId: 'conformance',
    agentId: 'conformance',
    state: agentState({ maxSteps: 2, tokenBudget: 1_000_000, timeBudget: 1_000 }),
    tools,
    ledger,
    timers: systemTimers,
    thinker: {
      think: async ({ history }) =>
        history.length === 0
          ? { action: { kind: 'tool-call', toolName, query } }
          : { action: { kind: 'final-answer', answer: '' } },
    },
  });
  return run.ok ? ok(run.value.history[0]?.observation ?? '') : run;
}

function memoryAudit(): ToolAudit & {
  readonly calls: readonly ToolCallRecord[];
  readonly events: readonly EventDraft[];
} {
  const calls: ToolCallRecord[] = [];
  const events: EventDraft[] = [];
  return {
    calls,
    events,
    append: (call, _toolArguments, more) => {
      calls.push(call);
      events.push(...more);
      return ok(null);
    },
    counted: (key, except) => countIn(calls, key, except),
  };
}

/** A case of one deal with the claims and evidence of the caller's tenant; of others only who they are is kept. */
function caseOf(input: Input, tenant: string) {
  const ownerOf = (record: { readonly tenant?: string | undefined; readonly tenant_id?: string | undefined }) =>
    record.tenant ?? record.tenant_id ?? tenant;
  const dealId =
    input.deal_id ?? input.evidence?.find((item) => item.deal_id !== undefined)?.deal_id ?? searchedDeal(input);
  const given = input.evidence ?? [];
  const evidence = (given.length > 0 ? given : citedEvidence(input)).filter(
    (item) => ownerOf(item) === tenant && (item.deal_id ?? dealId) === dealId,
  );
  const claims = input.claims.filter((claim) => ownerOf(claim) === tenant);
  const grades = new Map(claims.map((claim) => [`grade of ${claim.claim_id}`, claim.claim_grade]));
  const listed = evidence.map((item) =>
    evidenceItem(item.evidence_id, item.text ?? item.text_excerpt ?? '-', item.source_grade),
  );
  const itemsOfGrades = [...grades].flatMap(([id, given]) =>
    given === undefined ? [] : [evidenceItem(id, '-', given)],
  );
  const file: CaseFile = {
    mizan_case: 1,
    deal_id: dealId,
    tenant,
    title: 'conformance',
    as_of: '2026-01-01',
    documents: [],
    evidence: [...listed, ...itemsOfGrades],
    calculations: [],
    claims: claims.map(({ claim_id, claim_text, claim_class, claim_grade, evidence_refs }) => ({
      claim_id,
      claim_text,
      claim_class,
      value: null,
      material: false,
      stated_by: null,
      stated_on: null,
      calc_id: null,
      sanad: [],
      evidence_refs: claim_grade === undefined ? evidence_refs : [`grade of ${claim_id}`],
    })),
  };
  const otherOwners = new Map(
    input.claims.filter((claim) => ownerOf(claim) !== tenant).map((claim) => [claim.claim_id, ownerOf(claim)]),
  );
  return { caseFile: file, listed, otherOwners };
}

function evidenceItem(id: string, text: string, sourceGrade: z.output<typeof grade>): CaseFile['evidence'][number] {
  return { evidence_id: id, text, source_grade: sourceGrade, source_span: { document_id: id }, value: null };
}

const argumentsSchema = z.object({ evidence_refs: z.array(z.string()).optional(), deal_id: z.string().optional() });

function citedEvidence(input: Input): NonNullable<Input['evidence']> {
  const refs = input.calls.flatMap(({ args }) => argumentsSchema.safeParse(args).data?.evidence_refs ?? []);
  return [...new Set(refs)].map((id) => ({ evidence_id: id, source_grade: 'A' }));
}

function searchedDeal(input: Input): string {
  const ids = input.calls.flatMap(({ args }) => argumentsSchema.safeParse(args).data?.deal_id ?? []);
  return ids[0] ?? '00000000-0000-4000-8000-000000000001';
}
