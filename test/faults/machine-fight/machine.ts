/** A machine of many short steps, for many processes to fight over. */
import type { Json } from '../../../core/canonical/index.ts';

export const steps = process.env.MIZAN_LONG === '1' ? 400 : 40;
/** Milliseconds. */
export const leaseMs = 250;

export const fightMachine: Json = {
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: {
    name: 'fight',
    context: { n: 0 },
    states: {
      start: {
        agent: 'work',
        output_to_context: { n: '{{ context.n + output }}' },
        transitions: [{ condition: `context.n >= ${steps}`, to: 'end' }, { to: 'start' }],
      },
      end: { type: 'final', output: { n: '{{ context.n }}' } },
    },
  },
};
