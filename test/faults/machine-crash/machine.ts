/** The machine that is killed again and again: effects, recorded facts, called and launched children, a human gate. */
import type { Json } from '../../../core/canonical/index.ts';

const to = (state: string): Json => [{ to: state }];
const wrap = (name: string, states: Json, more: Record<string, Json> = {}): Json => ({
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: { name, ...more, states },
});

const child = wrap('child', {
  start: { agent: 'effect', input: { what: 'child {{ input.n }}' }, transitions: to('note') },
  note: { action: 'note', transitions: to('end') },
  end: { type: 'final', output: { n: '{{ input.n }}' } },
});

export const crashMachine = wrap(
  'crash',
  {
    first: { agent: 'effect', input: { what: 'first' }, transitions: to('facts') },
    facts: { action: 'note', transitions: to('calls') },
    calls: {
      machine: 'child',
      foreach: '{{ [1, 2] }}',
      input: { n: '{{ item }}' },
      output_to_context: { called: '{{ output }}' },
      transitions: to('launches'),
    },
    launches: { launch: 'child', launch_input: { n: 3 }, transitions: to('ask') },
    ask: {
      action: 'human_gate',
      input: { title: 'Go on?', tool: 'effect', arguments: { called: '{{ context.called }}' } },
      transitions: [{ condition: 'context.gate.state == "approved"', to: 'last' }],
    },
    last: { agent: 'effect', input: { what: 'last' }, transitions: to('end') },
    end: { type: 'final', output: { called: '{{ context.called }}' } },
  },
  { machines: { child } },
);

/** What must have happened, each exactly once, when the run `id` is done. */
export function expectedOf(id: string) {
  const children = [`${id}.2c0`, `${id}.2c1`, `${id}.3l0`];
  return {
    runs: [id, ...children].sort(),
    effects: [`${id}/0`, `${id}/5`, ...children.map((child) => `${child}/0`)].sort(),
    notes: [`${id}/1`, ...children.map((child) => `${child}/1`)].sort(),
  };
}
