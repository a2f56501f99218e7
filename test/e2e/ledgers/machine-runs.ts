import { writeFileSync } from 'node:fs';
import type { Home } from '../doors/console.ts';

const to = (state: string) => [{ to: state }];

const check = {
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: {
    name: 'check',
    context: { source: '{{ input.source }}' },
    states: {
      compare: { output_to_context: { found: 'the {{ context.source }} agrees' }, transitions: to('reported') },
      reported: { type: 'final', output: { source: '{{ context.source }}', finding: '{{ context.found }}' } },
    },
  },
};

/** Writes with retries, checks each source in a machine of its own, and asks a person before anything is sent. */
const release = {
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: {
    name: 'release-note',
    context: { product: '{{ input.product }}', sources: '{{ input.sources }}', drafts: 0 },
    machines: { check },
    states: {
      draft: {
        agent: 'writer',
        input: { product: '{{ context.product }}' },
        execution: { type: 'retry', backoffs: [0, 0, 0], jitter: 0 },
        output_to_context: { text: '{{ output.text }}', drafts: '{{ context.drafts + 1 }}' },
        on_error: { default: 'given_up' },
        transitions: to('check'),
      },
      check: {
        machine: 'check',
        foreach: '{{ context.sources }}',
        as: 'source',
        input: { source: '{{ source }}' },
        output_to_context: { findings: '{{ output }}' },
        transitions: [{ condition: 'context.drafts < 2', to: 'draft' }, { to: 'ask' }],
      },
      ask: {
        action: 'human_gate',
        input: {
          title: 'release-note wants to announce {{ context.product }}',
          tool: 'mail.send',
          arguments: { to: 'customers', text: '{{ context.text }}' },
          why: ['The announcement leaves the house'],
          reversible: 'irreversible',
        },
        transitions: [{ condition: 'context.gate.state == "approved"', to: 'announce' }, { to: 'withdrawn' }],
      },
      announce: {
        output_to_context: { announced: '{{ context.product }} is announced' },
        transitions: to('announced'),
      },
      announced: { type: 'final', output: { said: '{{ context.announced }}', by: '{{ context.gate.gate_id }}' } },
      withdrawn: { type: 'final', output: { reason: '{{ context.gate.reason }}' } },
      given_up: { type: 'final', output: { error: '{{ context.last_error }}' } },
    },
  },
};

/** Tries again and again, and fails for good. */
const nightly = {
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: {
    name: 'nightly-import',
    states: {
      open: { output_to_context: { rows: 0 }, transitions: to('import') },
      import: {
        agent: 'writer',
        execution: { type: 'retry', backoffs: [0, 0], jitter: 0 },
        transitions: to('done'),
      },
      done: { type: 'final' },
    },
  },
};

/** Fails as often as the file of its second argument has room, then answers. */
const writer = `
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const [, , file, failures] = process.argv;
  const calls = existsSync(file) ? readFileSync(file, 'utf8').length : 0;
  appendFileSync(file, '.');
  if (calls < Number(failures)) process.exit(3);
  const { input } = JSON.parse(text);
  console.log(JSON.stringify({ text: input.product + ' 2.4 mends the import of dates (draft ' + calls + ').' }));`;

export interface MachineRuns {
  /** Parked at a human gate after two drafts; its first draft took three attempts. */
  readonly parked: 'release-24';
  /** Failed for good after three attempts at its second step. */
  readonly failed: 'nightly-7';
}

/**
 * Runs machines as a person would, with \`mizan machine run\`: one parked with six called runs, one failed with
 * retries.
 */
export function runMachines(home: Home, ledger: string): MachineRuns {
  const file = (name: string, text: string) => {
    writeFileSync(home.path(name), text);
    return home.path(name);
  };
  const program = file('writer.mjs', writer);
  const run = (id: string, machine: unknown, input: unknown, failures: number) => {
    const config = file(`${id}.json`, JSON.stringify(machine));
    const agent = `writer=${process.execPath} ${program} ${home.path(`${id}.calls`)} ${failures}`;
    const json = JSON.stringify(input);
    const { code, error } = home.mizan(
      ...['machine', 'run', config, '--id', id, '--agent', agent, '--input', json, '--ledger', ledger],
    );
    // 1 is a run that ended in an error, which is in the ledger as well.
    if (code !== 0 && code !== 1) throw new Error(error);
  };
  run('release-24', release, { product: 'Mizan', sources: ['changelog', 'tests', 'issues'] }, 2);
  run('nightly-7', nightly, {}, 9);
  return { parked: 'release-24', failed: 'nightly-7' };
}
