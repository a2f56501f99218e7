/** What really comes out of a verification fits the published schema and the seed's own (seed 004, V9). */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import {
  dimensions,
  memoryTree,
  parsePolicy,
  standardPolicies,
  type VerificationPolicy,
  verificationToJson,
  verifyInThisThread,
  violationToJson,
} from '../../../core/verification/index.ts';

const published = new URL('../../../docs/schemas/verification-result.schema.json', import.meta.url);
const flags = Object.fromEntries(dimensions.map((one) => [one, { type: 'boolean' }]));
const seedSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    passed: { type: 'boolean' },
    dimensions: { type: 'object', properties: flags, required: dimensions },
    violations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          dimension: { type: 'string', enum: dimensions },
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
const ajv = new Ajv({ allowUnionTypes: true });
const validators = [ajv.compile(seedSchema), ajv.compile(JSON.parse(readFileSync(published, 'utf8')))];

type Files = Readonly<Record<string, string>>;
const before: Files = {
  'src/a.py': 'def f(x):\n    return x\ndef g(y):\n    return y\n',
  'tests/test_a.py': 'def test_f():\n    assert f(1) == 1\n',
  'gone.ts': 'export const a = 1;\n',
  'broken.py': 'def (\n',
};
const after: Files = {
  'src/a.py':
    'def f(x, z):\n\treturn nowhere(x)\ndef h(y):\n    return yaml.dump(y) # and a line that is far too long\n',
  'tests/test_a.py': 'def test_f():\n    pass\n',
  'broken.py': 'x = unknown\n',
  'pack.lisp': '(in-package :nowhere)\n(defun f (x) (nosuch:g (cl:mapcarr x)))\n',
  'main.rb': 'puts 1\n',
  'bad.js': 'let = = 1\n',
  'large.c': 'int a;\n'.repeat(400_000),
};

async function realOutput(policy: VerificationPolicy, old: Files | null, now: Files) {
  const paths = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now), 'no-such-file.py'])];
  const files = paths.map((path) => ({ path, basePath: old !== null && Object.hasOwn(old, path) ? path : null }));
  let time = 0;
  const clock = { now: () => (time += 1.5) };
  const change = { base: old === null ? null : memoryTree(old), head: memoryTree(now), files };
  const result = await verifyInThisThread(change, policy, 'Say "hello"\n', clock);
  if (!result.ok) throw new Error(result.problem.message);
  return { result: result.value, json: JSON.parse(JSON.stringify(verificationToJson(result.value))) };
}

function expectToFit(json: unknown): void {
  for (const validate of validators) expect([validate(json), validate.errors]).toEqual([true, null]);
}

it('fits in every outcome', async () => {
  const [strict, , documentation] = standardPolicies;
  if (strict === undefined || documentation === undefined) throw new Error('there are three policies');
  expectToFit((await realOutput(documentation, before, after)).json);
  expectToFit((await realOutput(documentation, null, {})).json);
  const { json, result } = await realOutput(strict, before, after);
  expectToFit(json);
  // Otherwise the check above says little.
  expect(new Set(result.violations.map(({ dimension }) => dimension)).size).toBeGreaterThan(1);
  expect(result.warnings.length).toBeGreaterThan(0);
  expect(json.dimension_results.hallucination.inconclusive.length).toBeGreaterThan(0);
  expect(json.notes.length).toBeGreaterThan(0);
  expect(json.violations).toEqual([...result.violations, ...result.warnings].map(violationToJson));
});

it('says of a dimension without rules that it is true', async () => {
  const policy = parsePolicy({ name: 'none' }, 'none');
  if (!policy.ok) throw new Error(policy.problem.message);
  const { json } = await realOutput(policy.value, before, after);
  expectToFit(json);
  expect(json).toMatchObject({ passed: true, violations: [], policy_name: 'none', task_description: 'Say "hello"\n' });
  expect(json.dimensions).toEqual(Object.fromEntries(dimensions.map((one) => [one, true])));
});
