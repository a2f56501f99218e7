import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkPathsInside,
  contractDigest,
  contractTitle,
  namesCheck,
  parseContract,
} from '../../../core/contracts/contract.ts';
import { contractJsonSchema } from '../../../core/contracts/index.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';

const least = { task_id: 't', agent_id: 'a', objective: 'o' };

describe('a contract', () => {
  it('fills in the defaults of the seed and the rules', () => {
    expect(expectValue(parseContract(least))).toEqual({
      ...least,
      criteria: [],
      required_files: [],
      run_tests: null,
      shell: false,
      timeout_seconds: 60,
      run_lint: false,
      check_ast: false,
      verification_policy: null,
    });
  });

  it('parses the changed files whenever it names another check, unless told not to', () => {
    expect(expectValue(parseContract({ ...least, required_files: ['a'] })).check_ast).toBe(true);
    expect(expectValue(parseContract({ ...least, run_tests: 'true', check_ast: false })).check_ast).toBe(false);
  });

  it('names no check when it has only criteria', () => {
    expect(namesCheck(expectValue(parseContract({ ...least, criteria: ['works'], run_tests: ' ' })))).toBe(false);
  });

  it("takes the names of the seed's public implementation", () => {
    const contract = expectValue(
      parseContract({ task_id: 't', model: 'm', objective: 'o', acceptance_criteria: ['c'], files: ['f'], timeout: 5 }),
    );
    expect(contract).toMatchObject({ agent_id: 'm', criteria: ['c'], required_files: ['f'], timeout_seconds: 5 });
  });

  it.each([
    [{ required_file: ['a'] }, 'required_file'],
    [{ criteria: 'works' }, 'criteria'],
    [{ criteria: ['a', ''] }, 'criteria.1'],
    [{ timeout_seconds: 0 }, 'timeout_seconds'],
    [{ timeout_seconds: Number.NaN }, 'timeout_seconds'],
    [{ objective: '  ' }, 'objective'],
    [{ agent_id: 'a\u202eb' }, 'agent_id'],
    [{ shell: true }, 'shell'],
    [{ shell: true, run_tests: ['a'] }, 'run_tests'],
    [{ run_tests: ['a\0'] }, 'run_tests'],
    [{ run_tests: [''] }, 'run_tests.0'],
    [{ files: ['a'], required_files: ['b'] }, 'required_files'],
  ])('refuses %j and names the field %s', (fields, place) => {
    expect(expectProblem(parseContract({ ...least, ...fields }))).toMatchObject({ code: 'contract-invalid', place });
  });

  it('refuses halves of characters, and cuts a long title between whole ones', () => {
    expect(expectProblem(parseContract({ ...least, objective: 'a\ud800' })).code).toBe('contract-invalid');
    const long = expectValue(parseContract({ ...least, objective: `${'a'.repeat(198)}${'😀'.repeat(9)}` }));
    expect(contractTitle(long).isWellFormed()).toBe(true);
  });

  it('refuses a test line that only a shell could run, with the field as place', () => {
    expect(expectProblem(parseContract({ ...least, run_tests: 'a && b' }))).toMatchObject({
      code: 'command-needs-shell',
      place: 'run_tests, character 3',
    });
    expect(expectValue(parseContract({ ...least, run_tests: 'a && b', shell: true })).run_tests).toBe('a && b');
  });

  it.each(['../a', '/etc/passwd', 'a/../../b', '.', 'C:\\x', 'a/..', '..\\a'])('refuses to ask for %s', (path) => {
    const contract = expectValue(parseContract({ ...least, required_files: ['ok', path] }));
    expect(expectProblem(checkPathsInside(contract))).toMatchObject({
      code: 'path-leaves-tree',
      place: 'required_files.1',
    });
  });

  it('has a digest that only its content decides', () => {
    const [first, same, other] = [
      { ...least, run_tests: 'a b' },
      { run_tests: ['a', 'b'], ...least },
      { ...least, run_tests: 'a c' },
    ].map((fields) => contractDigest(expectValue(parseContract(fields))));
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
  });

  it('has a published JSON Schema that is current', () => {
    const file = join(import.meta.dirname, '../../../docs/schemas/task-contract.schema.json');
    expect(
      JSON.parse(readFileSync(file, 'utf8')),
      'run: npm run mizan -- contract schema > docs/schemas/task-contract.schema.json',
    ).toEqual(contractJsonSchema());
  });
});
