import type { Json, JsonObject } from '../../canonical/index.ts';
import { fail, ok, type Result, required } from '../../problem/index.ts';
import { compileCondition } from '../expression/compile.ts';
import type { TemplateEngine } from '../template/render.ts';
import type {
  AgentReference,
  ErrorRoutes,
  MachineCall,
  MachineDefinition,
  MachineInvocation,
  StateDefinition,
  Transition,
} from './definition.ts';
import type { ConfigDocument, Path } from './document.ts';
import type { MachineSource, StateSource } from './schema.ts';

export const defaultMaxSteps = 1000;
export const defaultMaxDepth = 16;

/** The first thing found wrong, with its place. */
type Check = Result<void>;
const fine: Check = ok(undefined);

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
  const compiler = new Compiler(source, document, templates);
  const context = compiler.templates(data.context, ['data', 'context']);
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

class Compiler {
  readonly #source: MachineSource;
  readonly #document: ConfigDocument;
  readonly #templates: TemplateEngine;

  constructor(source: MachineSource, document: ConfigDocument, templates: TemplateEngine) {
    this.#source = source;
    this.#document = document;
    this.#templates = templates;
  }

  #wrong(path: Path, message: string, at: 'value' | 'key' = 'value'): Result<never> {
    return fail('config-invalid', message, this.#document.place(path, at));
  }

  /** The state of type `initial`; none means `start`, else the first (M1). */
  initial(): Result<string> {
    const names = Object.keys(this.#source.data.states);
    const marked = names.filter((name) => this.#source.data.states[name]?.type === 'initial');
    if (marked.length > 1) {
      const path = ['data', 'states', required(marked[1], 'second initial state')];
      return this.#wrong(path, `Two states are initial: ${marked.slice(0, 2).join(' and ')}`, 'key');
    }
    return ok(marked[0] ?? (names.includes('start') ? 'start' : required(names[0], 'first state')));
  }

  state(name: string, state: StateSource): Result<StateDefinition> {
    const path = ['data', 'states', name];
    if (state.agent !== undefined && state.machine !== undefined) {
      return this.#wrong([...path, 'machine'], 'A state calls an agent or a machine, not both', 'key');
    }
    const routes: ErrorRoutes =
      typeof state.on_error === 'string' ? { default: state.on_error } : (state.on_error ?? {});
    const parts = this.#first([
      () => this.#execution(state, path),
      () => this.templates(state.input, [...path, 'input']),
      () => this.templates(state.output_to_context, [...path, 'output_to_context']),
      () => this.templates(state.output, [...path, 'output']),
      () => this.templates(state.launch_input, [...path, 'launch_input']),
      () => this.#errorTargets(state.on_error, [...path, 'on_error']),
    ]);
    if (!parts.ok) return parts;
    const machine = this.#invocation(state, path);
    if (!machine.ok) return machine;
    const launches = this.#calls(state.launch, [...path, 'launch']);
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

  #first(checks: readonly (() => Check)[]): Check {
    for (const check of checks) {
      const result = check();
      if (!result.ok) return result;
    }
    return fine;
  }

  #execution(state: StateSource, path: Path): Check {
    const type = state.execution?.type ?? 'default';
    if (type === 'default' || state.agent !== undefined) return fine;
    if (type === 'retry' && (state.action !== undefined || state.machine !== undefined)) return fine;
    const wants = type === 'retry' ? 'an agent, an action or a machine' : 'an agent';
    return this.#wrong([...path, 'execution'], `Execution ${type} needs ${wants} in the same state`, 'key');
  }

  #transitions(state: StateSource, path: Path): Result<readonly Transition[]> {
    const transitions: Transition[] = [];
    for (const [index, { condition, to }] of (state.transitions ?? []).entries()) {
      const place = [...path, 'transitions', index];
      if (!this.#isState(to)) return this.#wrong([...place, 'to'], `There is no state ${JSON.stringify(to)}`);
      if (condition === undefined) {
        transitions.push({ condition: null, to });
        continue;
      }
      const compiled = compileCondition(this.#source.data.expression_engine, condition);
      if (!compiled.ok) return this.#inside(compiled.problem, [...place, 'condition']);
      transitions.push({ condition: compiled.value, to });
    }
    return ok(transitions);
  }

  #inside(problem: { code: string; message: string; place?: string }, path: Path): Result<never> {
    return fail(problem.code, problem.message, this.#document.placeInside(path, problem.place ?? '1:1'));
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
      if (!this.#isState(target)) return this.#wrong(place, `There is no state ${JSON.stringify(target)}`);
    }
    return fine;
  }

  #calls(source: StateSource['machine'], path: Path): Result<readonly MachineCall[]> {
    const written = source === undefined ? [] : Array.isArray(source) ? source : [source];
    const calls: MachineCall[] = [];
    for (const [index, call] of written.entries()) {
      const place = Array.isArray(source) ? [...path, index] : path;
      const { name, input } = typeof call === 'string' ? { name: call, input: {} } : call;
      if (!Object.hasOwn(this.#source.data.machines, name)) {
        return this.#wrong(place, `There is no machine ${JSON.stringify(name)} in machines`);
      }
      if (calls.some((earlier) => earlier.name === name)) {
        return this.#wrong(place, `The machine ${JSON.stringify(name)} is listed twice`);
      }
      const templates = this.templates(input, [...place, 'input']);
      if (!templates.ok) return templates;
      calls.push({ name, input });
    }
    return ok(calls);
  }

  #invocation(state: StateSource, path: Path): Result<MachineInvocation | null> {
    const calls = this.#calls(state.machine, [...path, 'machine']);
    if (!calls.ok) return calls;
    const [call] = calls.value;
    const mode = state.mode ?? 'settled';
    const stray = (['foreach', 'as', 'key', 'mode'] as const).find((field) => state[field] !== undefined);
    if (call === undefined) {
      return stray === undefined ? ok(null) : this.#wrong([...path, stray], `${stray} needs a machine`, 'key');
    }
    if (state.foreach !== undefined) {
      if (Array.isArray(state.machine)) {
        return this.#wrong([...path, 'foreach'], 'foreach runs one machine over a list, not several', 'key');
      }
      const checked = this.#first([
        () => this.templates(state.foreach, [...path, 'foreach']),
        () => this.templates(state.key, [...path, 'key']),
      ]);
      if (!checked.ok) return checked;
      const { foreach: items, as = 'item', key = null } = state;
      return ok({ kind: 'foreach', call, items, as, key, mode });
    }
    if (stray !== undefined && stray !== 'mode') {
      return this.#wrong([...path, stray], `${stray} needs foreach`, 'key');
    }
    if (Array.isArray(state.machine)) return ok({ kind: 'list', calls: calls.value, mode });
    return ok({ kind: 'one', call });
  }

  /** Whether every text in a value compiles as a template. */
  templates(value: Json | undefined, path: Path): Check {
    if (typeof value === 'string') {
      const checked = this.#templates.check(value);
      return checked.ok ? fine : this.#inside(checked.problem, path);
    }
    if (value === null || typeof value !== 'object') return fine;
    const entries: readonly (readonly [PropertyKey, Json])[] = Array.isArray(value)
      ? [...(value as readonly Json[]).entries()]
      : Object.entries(value as JsonObject);
    return this.#first(
      entries.map(
        ([key, entry]) =>
          () =>
            this.templates(entry, [...path, key]),
      ),
    );
  }
}
