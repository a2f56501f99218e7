/** Runs the exported Python with python3 on generated records and compares every definition with the kernel's. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { definitions } from '../../core/kernel/definitions.ts';
import { evaluateFormula, evaluateTerm, type Situation } from '../../core/kernel/evaluate.ts';
import { exportKernel } from '../../core/kernel/index.ts';
import { situation } from './agreement/situations.ts';

export interface PythonReport {
  readonly compared: number;
  readonly different: number;
  readonly output: string;
}

/** Reads cases, evaluates every function of the module on them by name of parameter, and prints the results. */
const driver = `
import inspect, json, sys
import kernel

names = json.load(open("names.json"))
results = []
for case in json.load(open("cases.json")):
    situation = {
        "action": kernel.AgentAction(**case["action"]),
        "tool": kernel.ToolSpec(**case["tool"]),
        "state": kernel.AgentState(**case["state"]),
        "threshold": case["threshold"],
        "value": case["value"],
    }
    row = []
    for name in names:
        function = getattr(kernel, name)
        row.append(function(*[situation[one] for one in inspect.signature(function).parameters]))
    results.append(row)
json.dump(results, sys.stdout)
`;

/** Generated situations through the exported Python and through the kernel itself. Needs `python3`. */
export function comparePython(count: number): PythonReport {
  const situations = fc.sample(situation, { numRuns: count, seed: 20_251_230 });
  const expected = situations.map((situation) => functions.map((evaluate) => evaluate(situation)));
  const folder = mkdtempSync(join(tmpdir(), 'mizan-python-'));
  try {
    writeFileSync(join(folder, 'kernel.py'), exportKernel('python'));
    writeFileSync(join(folder, 'names.json'), JSON.stringify(definitions.map((one) => one.name.replaceAll('-', '_'))));
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(situations.map(pythonCase)));
    const run = spawnSync('python3', ['-c', driver], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (run.status !== 0) return { compared: 0, different: 0, output: `${run.stderr}${run.error?.message ?? ''}` };
    const actual = JSON.parse(run.stdout) as readonly (readonly (boolean | number)[])[];
    const differences = expected.filter((row, index) => JSON.stringify(row) !== JSON.stringify(actual[index]));
    return { compared: actual.length, different: differences.length, output: '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const functions = definitions.map((one) => ('term' in one ? evaluateTerm(one) : evaluateFormula(one)));

function pythonCase({ action, tool, state, given }: Situation) {
  const { messages: _messages, facts: _facts, goals: _goals, error, ...fields } = state;
  return {
    action: { kind: action.kind, tool_name: action.kind === 'tool-call' ? action.toolName : '' },
    tool: snakeFields(tool),
    state: { ...snakeFields(fields), error: error.kind },
    ...given,
  };
}

function snakeFields(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
