import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../core/agents/index.ts';
import {
  type ClaimRegistry,
  createClaimRegistry,
  createDebateTools,
  type DebateToolsOptions,
  type EnrichmentConnector,
  fullTextEvidenceSearch,
  ledgerToolAudit,
  openFileConnector,
} from '../../../core/debate/index.ts';
import { agentState } from '../../../core/kernel/index.ts';
import { createTextIndex, type Ledger } from '../../../core/ledger/index.ts';
import { systemTimers } from '../../../core/machine/index.ts';
import { findGate, gateProjection } from '../../../core/review/index.ts';
import { ids, soundCase, uuid } from '../../fixture/debate-case.ts';
import { expectProblem, expectValue, handClock, temporaryFolder, temporaryLedger } from '../../fixture/ledger.ts';

const debateId = uuid(77);
type Call = readonly [tool: string, args: unknown];

interface Scene {
  readonly ledger: Ledger;
  readonly registry: ClaimRegistry;
}

function scene(registry = createClaimRegistry(soundCase())): Scene {
  return { ledger: temporaryLedger({ projections: [gateProjection], clock: handClock() }), registry };
}

/** An agent that makes these calls, through the runtime and the kernel; gives what it saw. */
async function play(
  { ledger, registry }: Scene,
  role: string,
  calls: readonly Call[],
  change: Partial<DebateToolsOptions> & { readonly tokenBudget?: number } = {},
): Promise<readonly string[]> {
  const { tools, audited } = createDebateTools({
    debateId,
    replayOf: null,
    agentId: role,
    role,
    round: 1,
    turn: 'opening',
    attempt: 1,
    tenant: registry.tenant,
    registry,
    search: fullTextEvidenceSearch(registry.caseFile),
    connectors: [],
    clock: handClock(),
    audit: ledgerToolAudit(ledger, debateId),
    ...change,
  });
  const run = await runAgent({
    runId: `run-${Math.random()}`,
    agentId: role,
    state: agentState({
      maxSteps: calls.length + 1,
      tokenBudget: change.tokenBudget ?? 1_000_000,
      timeBudget: 100_000,
    }),
    tools,
    ledger: audited(ledger),
    timers: systemTimers,
    thinker: {
      think: async ({ history }) => {
        const call = calls[history.length];
        if (call === undefined) return { action: { kind: 'final-answer', answer: '' } };
        const query = typeof call[1] === 'string' ? call[1] : JSON.stringify(call[1]);
        return { action: { kind: 'tool-call', toolName: call[0], query } };
      },
    },
  });
  return expectValue(run).history.map((record) => record.observation);
}

function audits({ ledger }: Scene) {
  return ledger
    .page({ filter: { type: 'agent.tool_call' }, limit: 500, direction: 'ascending' })
    .events.map((e) => e.data);
}

const lookup: Call = ['lookup_claim', { claim_id: ids.revenue }];
const flag: Call = [
  'flag_defect',
  {
    claim_id: ids.revenue,
    defect_type: 'INCONSISTENCY',
    severity: 'MAJOR',
    description: 'The filing and the deck give two amounts for the same metric and period.',
    evidence_refs: [ids.revenueEvidence],
    cure_protocol: 'REQUIRE_REAUDIT',
  },
];

describe('test_tool_audit_emission', () => {
  it('appends one event for each attempt: allowed, malformed, denied, unknown, unpaid', async () => {
    const at = scene();
    await play(at, 'advocate', [lookup, ['lookup_claim', 'not json'], flag]);
    await play(at, 'advocate', [['drop_table', {}], lookup], { attempt: 2 });
    await play(at, 'arbiter', [lookup], { tokenBudget: 10 });
    expect(audits(at)).toMatchObject([
      { tool_name: 'lookup_claim', result_status: 'SUCCESS', error: null, role: 'advocate', debate_id: debateId },
      { tool_name: 'lookup_claim', result_status: 'ERROR', error: 'InvalidArgumentsError' },
      { tool_name: 'flag_defect', result_status: 'DENIED', error: 'ToolPermissionError', result_hash: null },
      { tool_name: 'drop_table', result_status: 'DENIED', error: 'ToolPermissionError' },
      { tool_name: 'lookup_claim', result_status: 'DENIED', error: 'KernelRefusedError', role: 'arbiter' },
    ]);
  });

  it('binds the event to the result by its hash, and keeps what was asked', async () => {
    const at = scene();
    const [first] = await play(at, 'advocate', [lookup]);
    const [again] = await play(at, 'advocate', [lookup], { round: 2 });
    expect(first).toBe(again);
    expect(audits(at)[0]?.result_hash).toBe(audits(at)[1]?.result_hash);
    const { events } = at.ledger.page({ filter: { type: 'agent.tool_call' }, limit: 1, direction: 'ascending' });
    const body = expectValue(at.ledger.body(events[0]?.seq ?? -1, 'tool_args'));
    expect(body.state === 'present' && new TextDecoder().decode(body.body)).toBe(JSON.stringify(lookup[1]));
  });

  it('a turn repeated after a crash appends nothing twice and names the same', async () => {
    const at = scene();
    const before = await play(at, 'sanad_breaker', [lookup, flag]);
    const size = audits(at).length;
    const after = await play(at, 'sanad_breaker', [lookup, flag]);
    expect(after).toEqual(before);
    expect(audits(at).length).toBe(size);
    expect(at.ledger.count({ type: 'defect.flagged' })).toBe(1);
  });

  it('a call that cannot be written down has no result', async () => {
    const at = scene();
    const [saw] = await play(at, 'advocate', [lookup], {
      audit: {
        append: () => ({ ok: false, problem: { code: 'ledger-disk-full', message: 'full' } }),
        counted: () => 0,
      },
    });
    expect(saw).toBe('AuditError: full');
  });

  it('a tool that fails or never answers is audited as an error', async () => {
    const at = scene();
    const broken: EnrichmentConnector = { name: 'broken', query: () => Promise.reject(new Error('secret of others')) };
    const query: Call = ['query_enrichment', { entity_type: 'COMPANY', entity_name: 'Acme', data_points: [] }];
    const [saw] = await play(at, 'risk_officer', [query], { connectors: [broken] });
    expect(JSON.parse(saw ?? '')).toMatchObject({ results: [], unreadable: 1 });
    expect(saw).not.toContain('secret');
    const search = {
      search: () => {
        throw new Error('secret of others');
      },
    };
    const [failed] = await play(at, 'arbiter', [['search_evidence', { query: 'x', deal_id: ids.deal }]], { search });
    expect(failed).toBe('{"error":"ToolFailedError","message":"The tool failed"}');
    expect(audits(at).at(-1)).toMatchObject({ result_status: 'ERROR', error: 'ToolFailedError' });
  });
});

describe('tenants (D7)', () => {
  it('neither answers, events nor payloads hold what another tenant keeps', async () => {
    const registry = createClaimRegistry(soundCase({ tenant: 'north' }), {
      otherOwners: new Map([[uuid(88), 'south']]),
    });
    const at = scene(registry);
    const calls: readonly Call[] = [
      ['lookup_claim', { claim_id: uuid(88), include_sanad: true, include_evidence: true }],
      ['lookup_claim', { claim_id: uuid(89) }],
    ];
    expect((await play(at, 'arbiter', calls)).slice(0, 2).map((saw) => JSON.parse(saw))).toEqual([
      { error: 'TenantAccessError', message: 'This claim belongs to another tenant' },
      { error: 'ClaimNotFoundError', message: 'There is no claim with this id' },
    ]);
    const asSouth = await play(at, 'arbiter', [lookup, ['lookup_calc', { calc_id: ids.growthCalc }]], {
      tenant: 'south',
    });
    expect(asSouth.slice(0, 2).every((saw) => saw.includes('TenantAccessError'))).toBe(true);
    const { events } = at.ledger.page({ limit: 500, direction: 'ascending' });
    expect(JSON.stringify(events)).not.toContain('12.4');
  });
});

describe('flagging and escalating', () => {
  it('a flagged defect is in the ledger with its audit, and lowers the grade', async () => {
    const at = scene();
    const [saw] = await play(at, 'sanad_breaker', [flag]);
    const { defect } = JSON.parse(saw ?? '');
    expect(at.registry.standing(ids.revenue)?.claim_grade).toBe('A');
    expect(at.registry.withDefects([defect]).standing(ids.revenue)?.claim_grade).toBe('B');
    const types = at.ledger.page({ limit: 500, direction: 'ascending' }).events.map((event) => event.type);
    expect(types.indexOf('defect.flagged')).toBe(types.indexOf('agent.tool_call') + 1);
  });

  it('a review opens a real gate that shows the claims and names the least role', async () => {
    const at = scene();
    const asked = {
      claim_ids: [ids.revenue],
      reason: 'Two sources differ',
      priority: 'HIGH',
      required_role: 'PARTNER',
    };
    const [saw] = await play(at, 'arbiter', [['request_human_review', asked]]);
    const { gate_id: gateId } = JSON.parse(saw ?? '');
    expect(findGate(at.ledger, gateId, handClock())).toMatchObject({
      state: 'pending',
      requiredRole: 'PARTNER',
    });
    const [created] = at.ledger.page({
      filter: { type: 'human_gate.created' },
      limit: 5,
      direction: 'ascending',
    }).events;
    expect(created?.data).toMatchObject({ gate_id: gateId, priority: 'HIGH', claim_ids: [ids.revenue] });
  });
});

describe('search', () => {
  it('ranks by words, the best first, whatever stands in the query', () => {
    const index = createTextIndex([
      { id: 'a', text: 'Revenue, revenue and more revenues of the group' },
      { id: 'b', text: 'One word on revenue among many others that say nothing of it at all' },
      { id: 'c', text: 'Cafés in Köln' },
    ]);
    expect(index.search('revenue').map(({ id }) => id)).toEqual(['a', 'b']);
    expect(index.search('CAFE koln').map(({ id }) => id)).toEqual(['c']);
    for (const query of ['"', 'a" OR "b', 'text:revenue', 'NEAR(', '*', '-', '', 'x'.repeat(100_000)]) {
      expect(() => index.search(query)).not.toThrow();
    }
  });
});

describe('enrichment', () => {
  const query: Call = ['query_enrichment', { entity_type: 'COMPANY', entity_name: 'ACME', data_points: ['employees'] }];

  it('comes from files, graded C or D whatever they say, with the source', async () => {
    const folder = join(temporaryFolder(), 'data');
    mkdirSync(folder);
    const record = { entity_type: 'COMPANY', entity_name: 'Acme', source: 'registry, p. 3' };
    writeFileSync(
      join(folder, 'a.json'),
      JSON.stringify([{ ...record, data_point: 'Employees', value: 1200, source_grade: 'A' }]),
    );
    writeFileSync(
      join(folder, 'b.yml'),
      '- {entity_type: COMPANY, entity_name: acme, data_point: employees, value: many, source: blog}',
    );
    const connector = expectValue(await openFileConnector(folder));
    const [saw] = await play(scene(), 'risk_officer', [query], { connectors: [connector] });
    expect(JSON.parse(saw ?? '').results).toMatchObject([
      { value: 1200, source_grade: 'C', source: { connector: 'local files', reference: 'registry, p. 3' } },
      { value: 'many', source_grade: 'D' },
    ]);
    writeFileSync(join(folder, 'c.yml'), '- {entity_type: COMPANY}');
    expect(expectProblem(await openFileConnector(folder)).place).toMatch(/c\.yml:1:3$/);
  });

  it('is cut when a connector answers without end (K12)', async () => {
    const record = { data_point: 'employees', value: 'x'.repeat(1_000), source: 's' };
    const endless: EnrichmentConnector = { name: 'endless', query: async () => new Array(50_000).fill(record) };
    const [saw] = await play(scene(), 'risk_officer', [query], { connectors: [endless] });
    expect(saw?.length).toBeLessThan(1_048_576);
    expect(JSON.parse(saw ?? '').cut).toContain('was cut here');
  });
});
