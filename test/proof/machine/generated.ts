/** Machines made at random, each as the engine's configuration and as the model's data. */
import type { Json } from '../../../core/canonical/index.ts';
import { keyword, type Lisp } from '../lisp.ts';

export interface GeneratedMachine {
  readonly config: Json;
  /** For the ACL2 model: machine, initial state, context. */
  readonly model: readonly [Lisp, Lisp, Lisp];
  readonly maxSteps: number;
}

/** Each value an expression takes in both languages. */
interface Both {
  readonly text: string;
  readonly lisp: Lisp;
}

interface GeneratedState {
  readonly name: string;
  readonly sets: readonly { readonly key: string; readonly value: Both }[];
  /** Without a condition: always. */
  readonly transitions: readonly { readonly when: Both | null; readonly to: string }[];
  readonly onError: string | null;
  readonly final: boolean;
}

export const keys = ['a', 'b', 'c'] as const;

/** Numbers below `limit`, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): Below {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const symbol = (name: string): Lisp => ({ symbol: name });

type Below = (limit: number) => number;

const pickOf =
  (below: Below) =>
  <T>(items: readonly T[]): T =>
    items[below(items.length)] as T;

/** Expressions over the keys of a context. */
function expressionsOf(below: Below): Readonly<Record<'arithmetic' | 'condition', (depth: number) => Both>> {
  const pick = pickOf(below);
  const number = (): Both => {
    const value = below(7) - 2;
    return { text: value < 0 ? `(${value})` : `${value}`, lisp: value };
  };
  const read = (): Both => {
    const key = pick([...keys, 'missing']);
    return { text: `context.${key}`, lisp: [symbol('get'), key] };
  };
  const arithmetic = (depth: number): Both => {
    if (depth === 0 || below(3) === 0) return below(2) === 0 ? number() : read();
    const operator = pick(['+', '*']);
    const [left, right] = [arithmetic(depth - 1), operator === '+' ? arithmetic(depth - 1) : number()];
    return { text: `(${left.text} ${operator} ${right.text})`, lisp: [symbol(operator), left.lisp, right.lisp] };
  };
  const condition = (depth: number): Both => {
    const kind = below(depth === 0 ? 3 : 6);
    if (kind === 0) return read();
    if (kind < 3) {
      const operator = pick(['==', '<', '<=']);
      const [left, right] = [arithmetic(1), arithmetic(1)];
      return { text: `(${left.text} ${operator} ${right.text})`, lisp: [symbol(operator), left.lisp, right.lisp] };
    }
    if (kind === 3) {
      const inner = condition(depth - 1);
      return { text: `(not ${inner.text})`, lisp: [symbol('not'), inner.lisp] };
    }
    const operator = kind === 4 ? 'and' : 'or';
    const [left, right] = [condition(depth - 1), condition(depth - 1)];
    return { text: `(${left.text} ${operator} ${right.text})`, lisp: [symbol(operator), left.lisp, right.lisp] };
  };
  return { arithmetic, condition };
}

/** A machine in both languages; the same seed gives the same machine. */
export function generateMachine(seed: number): GeneratedMachine {
  const below = numbersFrom(seed);
  const pick = pickOf(below);
  const { arithmetic, condition } = expressionsOf(below);
  const names = Array.from({ length: 2 + below(4) }, (_, index) => `s${index}`);
  const states = names.map((name, index): GeneratedState => {
    const sets = keys.filter(() => below(3) === 0).map((key) => ({ key, value: arithmetic(2) }));
    const transitions = Array.from({ length: below(4) }, () => ({
      when: below(3) === 0 ? null : condition(2),
      to: pick(names),
    }));
    const onError = below(2) === 0 ? pick(names) : null;
    const final = index > 0 && below(4) === 0;
    return { name, sets, transitions, onError, final };
  });
  const maxSteps = 1 + below(12);
  const context = keys.filter(() => below(2) === 0).map((key) => ({ key, value: below(9) - 3 }));

  const config: Json = {
    spec: 'flatmachine',
    spec_version: '0.7.7',
    data: {
      name: `generated-${seed}`,
      context: Object.fromEntries(context.map(({ key, value }) => [key, value])),
      settings: { max_steps: maxSteps },
      states: Object.fromEntries(states.map((state, index) => [state.name, stateConfig(state, index === 0)])),
    },
  };
  const machine: Lisp = states.map(stateModel);
  const model = [machine, names[0] ?? '', context.map(({ key, value }): Lisp => ({ pair: [key, value] }))] as const;
  return { config, model, maxSteps };
}

function stateConfig({ sets, transitions, onError, final }: GeneratedState, isFirst: boolean): Json {
  return {
    ...(isFirst ? { type: 'initial' } : final ? { type: 'final' } : {}),
    output_to_context: Object.fromEntries(sets.map(({ key, value }) => [key, `{{ ${value.text} }}`])),
    ...(onError === null ? {} : { on_error: onError }),
    transitions: transitions.map(({ when, to }) => (when === null ? { to } : { condition: when.text, to })),
  };
}

function stateModel({ name, sets, transitions, onError, final }: GeneratedState): Lisp {
  const set = sets.map(({ key, value }): Lisp => ({ pair: [key, value.lisp] }));
  const moves = transitions.map(({ when, to }): Lisp => ({ pair: [when === null ? true : when.lisp, to] }));
  return { pair: [name, [final, set, moves, onError ?? false]] };
}

/** What the engine gave, as the model says it. */
export function expectedLisp(status: 'done' | 'error' | 'max-steps', state: string, step: number, values: Json): Lisp {
  const known = Object.entries((values ?? {}) as Record<string, Json>);
  const alist = known.map(([key, value]): Lisp => ({ pair: [key, (value ?? false) as number | boolean] }));
  return [keyword(status), state, step, status === 'error' ? keyword('any') : alist];
}
