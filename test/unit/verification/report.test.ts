import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  type AgentVerificationResult,
  formatVerificationReport,
  type Violation,
  verificationToJson,
  verificationToSarif,
} from '../../../core/verification/index.ts';
import type { Inconclusive } from '../../../core/verification/result.ts';

const tooLong: Violation = {
  type: 'function-too-long',
  severity: 'error',
  dimension: 'complexity',
  file: 'src/a b.lisp',
  line: 12,
  message: "Function 'authenticate-user' has 75 lines (limit: 50)",
  suggestion: 'Extract helper functions',
  rule: 'complexity/lines',
  symbol: 'authenticate-user',
};
const result: AgentVerificationResult = {
  policyName: 'feature-writer-policy',
  taskDescription: 'Add user authentication',
  status: 'failed',
  violations: [tooLong],
  warnings: [],
  durationMs: 1.4,
  dimensionResults: [
    { dimension: 'scope', status: 'passed', violations: [], inconclusive: [], durationMs: 2 },
    {
      dimension: 'hallucination',
      status: 'inconclusive',
      violations: [],
      inconclusive: [{ file: null, reason: 'No go' }],
      durationMs: 2,
    },
    {
      dimension: 'style',
      status: 'warnings',
      violations: [{ ...tooLong, severity: 'warning' }],
      inconclusive: [],
      durationMs: 2,
    },
    { dimension: 'semantics', status: 'skipped', violations: [], inconclusive: [], durationMs: 2 },
    { dimension: 'complexity', status: 'failed', violations: [tooLong], inconclusive: [], durationMs: 2 },
  ],
  files: ['src/a b.lisp'],
  notes: [],
};

/** The schema of seed 004. */
const dimension = { type: 'string', enum: ['scope', 'hallucination', 'style', 'semantics', 'complexity'] };
const flag = { type: 'boolean' };
const schema = {
  type: 'object',
  properties: {
    passed: flag,
    dimensions: {
      type: 'object',
      properties: { scope: flag, hallucination: flag, style: flag, semantics: flag, complexity: flag },
      required: ['scope', 'hallucination', 'style', 'semantics', 'complexity'],
    },
    violations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          dimension,
          severity: { type: 'string', enum: ['error', 'warning', 'info'] },
          message: { type: 'string' },
          location: {
            type: 'object',
            properties: { file: { type: 'string' }, line: { type: 'integer', minimum: 1 } },
          },
        },
        required: ['dimension', 'severity', 'message'],
      },
    },
    duration_ms: { type: 'integer', minimum: 0 },
  },
  required: ['passed', 'dimensions', 'violations'],
};

describe('reports', () => {
  it("has the seed's text layout", () => {
    expect(formatVerificationReport(result)).toBe(`Agent Verification Results
==========================
Policy: feature-writer-policy
Task: "Add user authentication"
Status: FAILED

Dimension Results:
------------------
✓ Scope: PASSED (0 violations)
? Hallucination: INCONCLUSIVE (1 reason)
✓ Style: PASSED (1 warning)
- Semantic: SKIPPED (no rules)
✗ Complexity: FAILED (1 violation)

Violations:
-----------
[ERROR] Complexity in src/a b.lisp:12
  Function 'authenticate-user' has 75 lines (limit: 50)
  Suggestion: Extract helper functions

Inconclusive:
-------------
[INCONCLUSIVE] Hallucination
  No go
`);
  });

  it('tells once what several dimensions do not know, and what is special about files', () => {
    const tooLarge = { file: 'big.py', reason: 'The file is larger than 2 MiB' };
    const noManifest = { file: 'a.py', line: 3, reason: 'There is no manifest', suggestion: "Did you mean 'yaml'?" };
    const open = (dimension: 'hallucination' | 'style' | 'complexity', inconclusive: readonly Inconclusive[]) =>
      ({ dimension, status: 'inconclusive', violations: [], inconclusive, durationMs: 1 }) as const;
    const text = formatVerificationReport({
      ...result,
      violations: [],
      dimensionResults: [
        open('hallucination', [noManifest, tooLarge]),
        open('style', [tooLarge]),
        open('complexity', [tooLarge]),
      ],
      notes: [
        { file: 'big.py', outcome: 'too-large', detail: 'is larger than 2 MiB' },
        { file: 'old.py', outcome: 'deleted', detail: 'was deleted' },
      ],
    });
    expect(text.slice(text.indexOf('Inconclusive:'))).toBe(`Inconclusive:
-------------
[INCONCLUSIVE] Hallucination in a.py:3
  There is no manifest
  Suggestion: Did you mean 'yaml'?

[INCONCLUSIVE] Hallucination, Style, Complexity in big.py
  The file is larger than 2 MiB

Files:
------
big.py is larger than 2 MiB
old.py was deleted
`);
  });

  it('says that nothing has changed', () => {
    const nothing = { ...result, violations: [], dimensionResults: [], files: [] };
    expect(formatVerificationReport(nothing)).toMatch(/Files:\n------\nNo file has changed\n$/);
  });

  it("fits the seed's JSON schema", () => {
    const json = verificationToJson(result);
    expect(new Ajv().validate(schema, json)).toBe(true);
    expect(json.dimensions).toEqual({
      scope: true,
      hallucination: false,
      style: true,
      semantics: true,
      complexity: false,
    });
  });

  it('gives SARIF 2.1.0 with the rule, the place and what stayed open', () => {
    const sarif = JSON.parse(JSON.stringify(verificationToSarif(result, '1.0.0')));
    expect(sarif.version).toBe('2.1.0');
    const [run] = sarif.runs;
    expect(run.results[0]).toMatchObject({ ruleId: 'complexity/lines', ruleIndex: 0, level: 'error' });
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'src/a%20b.lisp' },
      region: { startLine: 12 },
    });
    expect(run.invocations[0].executionSuccessful).toBe(false);
  });
});
