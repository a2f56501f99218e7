import { ok, type Result } from '../../problem/index.ts';
import { type Checker, firstFault } from './checker.ts';
import type { MachineCall, MachineInvocation } from './definition.ts';
import type { Path } from './document.ts';
import type { MachineSource, StateSource } from './schema.ts';

/** The machines that a state calls or launches, all of them known by name. */
export function compileCalls(
  checker: Checker,
  machines: MachineSource['data']['machines'],
  source: StateSource['machine'],
  path: Path,
): Result<readonly MachineCall[]> {
  const written = source === undefined ? [] : Array.isArray(source) ? source : [source];
  const calls: MachineCall[] = [];
  for (const [index, call] of written.entries()) {
    const place = Array.isArray(source) ? [...path, index] : path;
    const { name, input } = typeof call === 'string' ? { name: call, input: {} } : call;
    if (!Object.hasOwn(machines, name)) {
      return checker.wrong(place, `There is no machine ${JSON.stringify(name)} in machines`);
    }
    if (calls.some((earlier) => earlier.name === name)) {
      return checker.wrong(place, `The machine ${JSON.stringify(name)} is listed twice`);
    }
    const templates = checker.templates(input, [...place, 'input']);
    if (!templates.ok) return templates;
    calls.push({ name, input });
  }
  return ok(calls);
}

/** How a `machine:` state calls them: one, a list, or one over a list (M7). */
export function compileInvocation(
  checker: Checker,
  machines: MachineSource['data']['machines'],
  state: StateSource,
  path: Path,
): Result<MachineInvocation | null> {
  const calls = compileCalls(checker, machines, state.machine, [...path, 'machine']);
  if (!calls.ok) return calls;
  const [call] = calls.value;
  const mode = state.mode ?? 'settled';
  const stray = (['foreach', 'as', 'key', 'mode'] as const).find((field) => state[field] !== undefined);
  if (call === undefined) {
    return stray === undefined ? ok(null) : checker.wrong([...path, stray], `${stray} needs a machine`, 'key');
  }
  if (state.foreach !== undefined) {
    return compileForeach(checker, { ...state, foreach: state.foreach }, call, mode, path);
  }
  if (stray !== undefined && stray !== 'mode') {
    return checker.wrong([...path, stray], `${stray} needs foreach`, 'key');
  }
  if (Array.isArray(state.machine)) return ok({ kind: 'list', calls: calls.value, mode });
  if (stray === 'mode') return checker.wrong([...path, 'mode'], 'mode needs foreach or a list of machines', 'key');
  return ok({ kind: 'one', call });
}

function compileForeach(
  checker: Checker,
  { machine, foreach: items, as = 'item', key }: StateSource & { readonly foreach: string },
  call: MachineCall,
  mode: 'settled' | 'any',
  path: Path,
): Result<MachineInvocation> {
  if (Array.isArray(machine)) {
    return checker.wrong([...path, 'foreach'], 'foreach runs one machine over a list, not several', 'key');
  }
  const checked = firstFault([
    () => checker.templates(items, [...path, 'foreach']),
    () => checker.templates(key, [...path, 'key']),
  ]);
  return checked.ok ? ok({ kind: 'foreach', call, items, as, key: key ?? null, mode }) : checked;
}
