import { ok, type Result, required } from '../../problem/index.ts';
import { compileCondition } from '../expression/compile.ts';
import type { TemplateEngine } from '../template/render.ts';
import { type Check, Checker, fine, firstFault } from './checker.ts';
import { compileCalls, compileInvocation } from './compile-calls.ts';
import type { AgentReference, ErrorRoutes, MachineDefinition, StateDefinition, Transition } from './definition.ts';
import type { ConfigDocument, Path } from './document.ts';
import type { MachineSource, StateSource } from './schema.ts';

export const defaultMaxSteps = 1000;
export const defaultMaxDepth = 16;

/**
 * Checks what a schema cannot say (names that must exist, expressions, templates) and compiles. The loader fills
 * `whole.machines` afterwards; only their names are known here.
 */
export function compileMachine(
  source: MachineSource,
  document: ConfigDocument,
  templates: TemplateEngine,
  whole: Pick<MachineDefinition, 'machines' | 'digest' | 'bundle'>,
): Result<MachineDefinition> {
  const { data } = source;
  const checker = new Checker(document, templates);
  const compiler = new StateCompiler(source, checker);
  const context = checker.templates(data.context, ['data', 'context']);
  if (!context.ok) return context;
  const initial = compiler.initial();
  if (!initial.ok) return initial;
  const states = new Map<string, StateDefinition>();
  for (const [name, state] of Object.entries(data.states)) {
    const compiled = compiler.state(name, state);
    if (!compiled.ok) return compiled;
    states.set(name, compiled.value);
  }
  return ok({
    name: data.name ?? baseName(document.name),
    specVersion: source.spec_version,
    ...whole,
    engine: data.expression_engine,
    initial: initial.value,
    context: data.context,
    agents: agentReferences(source),
    states,
    maxSteps: data.settings.max_steps ?? defaultMaxSteps,
    maxDepth: data.settings.max_depth ?? defaultMaxDepth,
    checkpointOn: new Set(data.persistence.checkpoint_on ?? ['machine_start', 'execute', 'machine_end']),
    backend: data.persistence.backend ?? null,
  });
}

function baseName(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? name).replace(/(?:\.machine)?\.(?:ya?ml|json)$/, '') || 'machine';
}

function agentReferences(source: MachineSource): ReadonlyMap<string, AgentReference> {
  return new Map(
    Object.entries(source.data.agents).map(([name, agent]) => [
      name,
      typeof agent === 'string' ? { kind: 'named', name, reference: agent } : { kind: 'inline', name, agent },
    ]),
  );
}

class StateCompiler {
  readonly #source: MachineSource;
  readonly #checker: Checker;

  constructor(source: MachineSource, checker: Checker) {
    this.#source = source;
    this.#checker = checker;
  }

  /** The state of type `initial`; none means `start`, else the first (M1). */
  initial(): Result<string> {
    const names = Object.keys(this.#source.data.states);
    const marked = names.filter((name) => this.#source.data.states[name]?.type === 'initial');
    if (marked.length > 1) {
      const path = ['data', 'states', required(marked[1], 'second initial state')];
      return this.#checker.wrong(path, `Two states are initial: ${marked.slice(0, 2).join(' and ')}`, 'key');
    }
    return ok(marked[0] ?? (names.includes('start') ? 'start' : required(names[0], 'first state')));
  }

  state(name: string, state: StateSource): Result<StateDefinition> {
    const path = ['data', 'states', name];
    if (state.agent !== undefined && state.machine !== undefined) {
      return this.#checker.wrong([...path, 'machine'], 'A state calls an agent or a machine, not both', 'key');
    }
    const routes: ErrorRoutes =
      typeof state.on_error === 'string' ? { default: state.on_error } : (state.on_error ?? {});
    const parts = firstFault([
      () => this.#execution(state, path),
      () => this.#checker.templates(state.input, [...path, 'input']),
      () => this.#checker.templates(state.output_to_context, [...path, 'output_to_context']),
      () => this.#checker.templates(state.output, [...path, 'output']),
      () => this.#checker.templates(state.launch_input, [...path, 'launch_input']),
      () => this.#errorTargets(state.on_error, [...path, 'on_error']),
    ]);
    if (!parts.ok) return parts;
    const machine = compileInvocation(this.#checker, this.#source.data.machines, state, path);
    if (!machine.ok) return machine;
    const launches = compileCalls(this.#checker, this.#source.data.machines, state.launch, [...path, 'launch']);
    if (!launches.ok) return launches;
    const transitions = this.#transitions(state, path);
    if (!transitions.ok) return transitions;
    return ok({
      name,
      final: state.type === 'final',
      action: state.action ?? null,
      agent: state.agent ?? null,
      machine: machine.value,
      execution: state.execution ?? { type: 'default' },
      input: state.input ?? {},
      outputToContext: state.output_to_context ?? {},
      output: state.output ?? {},
      launches: launches.value,
      launchInput: state.launch_input ?? {},
      transitions: transitions.value,
      onError: routes,
      timeout: (state.timeout ?? 0) * 1000,
    });
  }

  #execution(state: StateSource, path: Path): Check {
    const type = state.execution?.type ?? 'default';
    if (type === 'default' || state.agent !== undefined) return fine;
    if (type === 'retry' && (state.action !== undefined || state.machine !== undefined)) return fine;
    const wants = type === 'retry' ? 'an agent, an action or a machine' : 'an agent';
    return this.#checker.wrong([...path, 'execution'], `Execution ${type} needs ${wants} in the same state`, 'key');
  }

  #transitions(state: StateSource, path: Path): Result<readonly Transition[]> {
    const transitions: Transition[] = [];
    for (const [index, { condition, to }] of (state.transitions ?? []).entries()) {
      const place = [...path, 'transitions', index];
      if (!this.#isState(to)) return this.#checker.wrong([...place, 'to'], `There is no state ${JSON.stringify(to)}`);
      if (condition === undefined) {
        transitions.push({ condition: null, to });
        continue;
      }
      const compiled = compileCondition(this.#source.data.expression_engine, condition);
      if (!compiled.ok) return this.#checker.inside(compiled.problem, [...place, 'condition']);
      transitions.push({ condition: compiled.value, to });
    }
    return ok(transitions);
  }

  #isState(name: string): boolean {
    return Object.hasOwn(this.#source.data.states, name);
  }

  #errorTargets(onError: StateSource['on_error'], path: Path): Check {
    const targets: readonly (readonly [Path, string])[] =
      typeof onError === 'string'
        ? [[path, onError]]
        : Object.entries(onError ?? {}).map(([type, target]) => [[...path, type], target]);
    for (const [place, target] of targets) {
      if (!this.#isState(target)) return this.#checker.wrong(place, `There is no state ${JSON.stringify(target)}`);
    }
    return fine;
  }
}
