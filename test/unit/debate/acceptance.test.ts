/** The acceptance list of seed 002 §9.3, by its names. */
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  agentOutput,
  agentRoles,
  type DebateToolName,
  debateJsonSchema,
  debateSchemaNames,
  debateToolNames,
  isPermitted,
  muhasabahGate,
  validateChallenge,
  validateOutput,
} from '../../../core/debate/index.ts';
import { output, twoClaims, uuid } from '../../fixture/debate-case.ts';

const fact = 'Net revenue was $12.4 million in 2019.';
const test = { test_description: 'Compare with the bank statement' };

function rulesOf(raw: unknown): readonly string[] {
  return validateOutput(raw, twoClaims).violations.map(({ rule }) => rule);
}

describe('test_agent_output_schema', () => {
  it('needs exactly the fields that the seed requires', () => {
    const required = ['agent_id', 'role', 'content', 'claim_refs', 'muhasabah_record'];
    const { round_number: _round, ...least } = output('We like it.');
    expect(agentOutput.safeParse(least).success).toBe(true);
    for (const field of required) {
      const without = Object.fromEntries(Object.entries(least).filter(([name]) => name !== field));
      expect(agentOutput.safeParse(without).success, field).toBe(false);
    }
  });

  it.each(debateSchemaNames)('publishes the schema %s as it is in docs/schemas', (name) => {
    const file = new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8')), `run: npm run mizan -- case schema ${name}`).toEqual(
      debateJsonSchema(name),
    );
  });

  it('says in JSON Schema what it checks in code', () => {
    const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
    const valid = ajv.compile(debateJsonSchema('agent-output') as object);
    for (const raw of [
      output('We like it.'),
      output('x', { confidence: 2 }),
      output('x', { supported_claim_ids: ['a'] }),
      output('x', { falsifiability_tests: ['a'] }),
      output('x', {}, { claim_refs: null }),
      'prose',
    ]) {
      expect(valid(raw), JSON.stringify(raw)).toBe(agentOutput.safeParse(raw).success);
    }
  });
});

describe('test_muhasabah_validation_rules', () => {
  it('lets an honest output pass', () => {
    expect(rulesOf(output(fact, { supported_claim_ids: [uuid(1)] }))).toEqual([]);
  });

  it('Rule 1: a fact cites a claim; a calculation is none', () => {
    expect(rulesOf(output(fact))).toEqual(['NO_FREE_FACTS']);
    expect(rulesOf(output(fact, { supported_calc_ids: [uuid(3)] }))).toEqual(['NO_FREE_FACTS']);
  });

  it('Rule 2: above 0.50 a test is named', () => {
    expect(rulesOf(output('We like it.', { confidence: 0.5 }))).toEqual([]);
    expect(rulesOf(output('We like it.', { confidence: 0.500001 }))).toEqual(['FALSIFIABILITY_MISSING']);
  });

  it('Rule 3: weak sources need an uncertainty', () => {
    expect(rulesOf(output(fact, { supported_claim_ids: [uuid(1), uuid(2)] }))).toEqual(['UNCERTAINTIES_MISSING']);
    expect(
      rulesOf(output(fact, { supported_claim_ids: [uuid(2)], uncertainties: [{ uncertainty: 'one source' }] })),
    ).toEqual([]);
  });

  it('Rule 4: above 0.80 an uncertainty or another explanation is named', () => {
    const sure = { confidence: 0.81, falsifiability_tests: [test] };
    expect(rulesOf(output('We like it.', sure))).toEqual(['OVERCONFIDENCE']);
    expect(rulesOf(output('We like it.', { ...sure, counter_hypothesis: 'Luck' }))).toEqual([]);
  });

  it('reports them in order', () => {
    const all = output(fact, { confidence: 0.9 });
    expect(rulesOf(all)).toEqual(['NO_FREE_FACTS', 'FALSIFIABILITY_MISSING', 'OVERCONFIDENCE']);
  });

  it.each([
    ['no record', { ...output('x'), muhasabah_record: undefined }],
    ['NaN', output('x', { confidence: Number.NaN })],
    ['infinity', output('x', { confidence: Number.POSITIVE_INFINITY })],
    ['an unknown claim', output('x', { supported_claim_ids: [uuid(9)] })],
    ['an unknown claim beside the record', output('x', {}, { claim_refs: [uuid(9)] })],
    ['an unknown calculation', output('x', { supported_calc_ids: [uuid(9)] })],
    ['an id that is no UUID', output('x', { supported_claim_ids: ['revenue'] })],
  ])('%s is INVALID_RECORD', (_what, raw) => {
    expect(rulesOf(raw)).toEqual(['INVALID_RECORD']);
  });
});

describe('test_muhasabah_gate_rejection', () => {
  it.each([
    ['nothing', null],
    ['white space', '  \n'],
    ['prose', 'Revenue is great.'],
    ['half of a record', '{"agent_id": "advocate", '],
    ['10 MB', JSON.stringify(output('x'.repeat(10_000_000)))],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('%s is rejected, not thrown', (_what, answer) => {
    expect(muhasabahGate(answer, twoClaims)).toMatchObject({
      valid: false,
      violations: [{ rule: 'INVALID_RECORD', detail: expect.any(String) }],
    });
  });

  it('hands on what passed as it was read', () => {
    const passed = muhasabahGate(JSON.stringify(output('We like it.')), twoClaims);
    expect(passed).toMatchObject({ valid: true, output: { content: 'We like it.', calc_refs: [] } });
  });
});

describe('test_tool_permission_matrix', () => {
  const rows: Readonly<Record<DebateToolName, readonly boolean[]>> = {
    lookup_claim: [true, true, true, true, true],
    lookup_calc: [true, true, true, true, true],
    search_evidence: [false, true, true, true, true],
    flag_defect: [false, true, false, false, false],
    request_human_review: [false, false, false, false, true],
    query_enrichment: [false, false, true, true, false],
  };

  it.each(debateToolNames)('%s', (tool) => {
    expect(agentRoles.map((role) => isPermitted(role, tool))).toEqual(rows[tool]);
  });

  it('knows only exact names', () => {
    for (const role of ['Advocate', 'advocate ', 'ARBITER', '', 'root', '__proto__']) {
      expect(isPermitted(role, 'lookup_claim')).toBe(false);
    }
    for (const tool of ['Lookup_Claim', 'lookup_claim ', 'constructor', '']) {
      expect(isPermitted('arbiter', tool)).toBe(false);
    }
  });
});

describe('test_frivolous_challenge_detection', () => {
  const whole = { claim_refs: [uuid(1)], defect_type: 'STALENESS', evidence_refs: [uuid(2)] };
  it('lets a whole challenge pass', () => {
    expect(validateChallenge(whole)).toEqual({ valid: true, reason: null });
  });

  it.each([undefined, null, [], [''], [' '], [null], 'x', 3])('claims first: %j is missing', (claim_refs) => {
    expect(validateChallenge({ ...whole, claim_refs, defect_type: '' }).reason).toBe(
      'Challenge must reference specific claim_ids',
    );
  });

  it('then the defect type, then the evidence', () => {
    const reason = (change: object) => validateChallenge({ ...whole, ...change }).reason;
    expect(reason({ defect_type: ' ', evidence_refs: [] })).toBe('Challenge must specify defect type');
    expect(reason({ evidence_refs: ['\t'] })).toBe('Challenge must cite evidence for claimed defect');
  });
});
