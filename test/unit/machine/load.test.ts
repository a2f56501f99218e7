import { describe, expect, test } from 'vitest';
import { loadBundle, loadMachine, loadMachineData, readNothing } from '../../../core/machine/index.ts';
import { fail, ok } from '../../../core/problem/index.ts';
import { machineOf, templates } from './harness.ts';

const ports = { templates, read: readNothing };

async function problemOf(text: string): Promise<string> {
  const loaded = await loadMachine({ name: 'm.yml', text }, ports);
  return loaded.ok ? 'loaded' : `${loaded.problem.code} ${loaded.problem.place}`;
}

/** A machine in YAML with `states` as its last block. */
const yaml = (states: string, data = ''): string =>
  `spec: flatmachine\nspec_version: "0.7.7"\ndata:\n${data}  states:\n${states}`;

describe('loading', () => {
  test('YAML and JSON give the same machine', async () => {
    const text = yaml('    a:\n      type: final\n      output: {x: "{{ context.n }}"}\n', '  context: {n: 1}\n');
    const json = JSON.stringify(
      machineOf({ a: { type: 'final', output: { x: '{{ context.n }}' } } }, { context: { n: 1 } }),
    );
    const [left, right] = await Promise.all([text, json].map((each) => loadMachine({ name: 'm', text: each }, ports)));
    expect(left?.ok && left.value.states).toStrictEqual(right?.ok && right.value.states);
    expect(left?.ok && left.value.name).toBe('m');
  });

  test('the initial state is the marked one, else start, else the first (M1)', async () => {
    const initial = async (states: Record<string, object>) => {
      const loaded = await loadMachineData('m', machineOf(states as never), ports);
      return loaded.ok ? loaded.value.initial : loaded.problem.message;
    };
    expect(await initial({ a: {}, start: {}, b: { type: 'initial' } })).toBe('b');
    expect(await initial({ a: {}, start: {} })).toBe('start');
    expect(await initial({ a: {}, b: {} })).toBe('a');
    expect(await initial({ a: { type: 'initial' }, b: { type: 'initial' } })).toContain('Two states are initial');
  });

  test.each<[string, string, string | RegExp]>([
    ['an unknown field', yaml('    a:\n      agnet: x\n'), 'config-invalid m.yml:6:7'],
    ['an unknown field on top', `${yaml('    a: {}\n')}extra: 1\n`, 'config-invalid m.yml:6:1'],
    ['an unknown state', yaml('    a:\n      transitions:\n        - to: b\n'), 'config-invalid m.yml:7:15'],
    ['an unknown error state', yaml('    a:\n      on_error: {default: b}\n'), 'config-invalid m.yml:6:27'],
    [
      'an unknown execution',
      yaml('    a:\n      agent: w\n      execution: {type: race}\n'),
      'config-invalid m.yml:7:25',
    ],
    [
      'decreasing backoffs',
      yaml('    a:\n      agent: w\n      execution: {type: retry, backoffs: [4, 1]}\n'),
      'config-invalid m.yml:7:42',
    ],
    [
      'jitter above 1',
      yaml('    a:\n      agent: w\n      execution: {type: retry, jitter: 1.5}\n'),
      'config-invalid m.yml:7:40',
    ],
    ['execution of nothing', yaml('    a:\n      execution: {type: parallel}\n'), 'config-invalid m.yml:6:7'],
    [
      'a broken condition',
      yaml('    a:\n      transitions:\n        - condition: context.x >=\n          to: a\n'),
      'expression-syntax m.yml:7:34',
    ],
    [
      'a broken quoted condition',
      yaml('    a:\n      transitions:\n        - condition: "foo == 1"\n          to: a\n'),
      'expression-syntax m.yml:7:23',
    ],
    [
      'a broken cel condition',
      yaml('    a:\n      transitions:\n        - condition: 1 +\n          to: a\n', '  expression_engine: cel\n'),
      'expression-syntax m.yml:8:24',
    ],
    ['a broken template', yaml('    a:\n      output: {x: "{{ context.a"}\n'), 'template-syntax m.yml:6:31'],
    ['two initial states', yaml('    a: {type: initial}\n    b: {type: initial}\n'), 'config-invalid m.yml:6:5'],
    ['an unknown machine', yaml('    a:\n      machine: child\n'), 'config-invalid m.yml:6:16'],
    ['foreach without machine', yaml('    a:\n      foreach: "{{ context.l }}"\n'), 'config-invalid m.yml:6:7'],
    [
      'agent and machine',
      yaml('    a:\n      agent: w\n      machine: c\n', '  machines: {c: ./c.yml}\n'),
      'reference-unreadable m.yml:4:17',
    ],
    ['no states', yaml('    {}\n'), 'config-invalid m.yml:5:5'],
    ['a repeated key', yaml('    a: {}\n    a: {}\n'), 'config-syntax m.yml:6:5'],
    ['broken YAML', 'spec: [flat', 'config-syntax m.yml:1:12'],
    ['the wrong spec', 'spec: flatagent\n', 'config-invalid m.yml:1:7'],
    ['a missing field', 'spec: flatmachine\n', 'config-invalid m.yml:1:1'],
    ['__proto__', yaml('    a: {}\n', '  context: {__proto__: {x: 1}}\n'), 'config-invalid m.yml:4:13'],
    [
      'a broken pattern',
      yaml(
        "    a:\n      transitions:\n        - condition: context.x.matches('(a')\n          to: a\n",
        '  expression_engine: cel\n',
      ),
      'expression-syntax m.yml:8:40',
    ],
    [
      'an expression without end',
      yaml(`    a:\n      transitions:\n        - condition: ${'('.repeat(20_000)}\n          to: a\n`),
      'expression-syntax m.yml:7:22',
    ],
    [
      'brackets without end in cel',
      yaml(
        `    a:\n      transitions:\n        - condition: "${'['.repeat(4000)}${']'.repeat(4000)}"\n          to: a\n`,
        '  expression_engine: cel\n',
      ),
      'expression-syntax m.yml:8:23',
    ],
    [
      'a template that takes in another',
      yaml('    a:\n      output: {x: "{% include \'/etc/passwd\' %}"}\n'),
      'template-syntax m.yml:6:20',
    ],
    [
      'a template nested without end',
      yaml(`    a:\n      output: {x: "{{ ${'('.repeat(9000)}1${')'.repeat(9000)} }}"}\n`),
      /^template-syntax m\.yml:6:/,
    ],
    [
      'a template of 100 KB',
      yaml(`    a:\n      output: {x: "${'x'.repeat(100_001)}"}\n`),
      'template-syntax m.yml:6:20',
    ],
    [
      'a tag that would make an object',
      yaml('    a:\n      output: {x: !!js/function "1"}\n'),
      'config-syntax m.yml:6:19',
    ],
    ['brackets without end', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`, /^config-syntax m\.yml:1:/],
    ['an alias of itself', 'a: &a [*a]\n', 'config-invalid m.yml:1:8'],
    ['two documents', `${yaml('    a: {}\n')}---\na: 1\n`, 'config-syntax m.yml:6:1'],
    ['nothing', '', 'config-invalid m.yml:1:1'],
    ['a date beyond JSON', yaml('    a: {}\n', '  context: {x: .inf}\n'), 'config-invalid m.yml:4:16'],
  ])('%s is a load error with its place', async (_name, text, expected) => {
    const found = await problemOf(text);
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });

  test('agent and machine in one state do not go together', async () => {
    const child = machineOf({ end: { type: 'final' } });
    const loaded = await loadMachineData(
      'm',
      machineOf({ a: { agent: 'w', machine: 'c' } }, { machines: { c: child } }),
      ports,
    );
    expect(loaded).toMatchObject({ ok: false, problem: { code: 'config-invalid', place: 'm#data.states.a.machine' } });
  });

  test('a mode of one machine alone says nothing and is refused', async () => {
    const machines = { c: machineOf({ end: { type: 'final' } }) };
    const states = { a: { machine: 'c', mode: 'any' } };
    const loaded = await loadMachineData('m', machineOf(states, { machines }), ports);
    expect(loaded).toMatchObject({ ok: false, problem: { code: 'config-invalid', place: 'm#data.states.a.mode' } });
  });

  test('bombs and giants are refused by size', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const item = level === 0 ? 'lol' : `*l${level - 1}`;
      return `l${level}: &l${level} [${Array.from({ length: 10 }, () => item).join(', ')}]`;
    });
    expect(await problemOf(levels.join('\n'))).toContain('config-syntax');
    expect(await problemOf(`# ${'x'.repeat(2_000_000)}`)).toBe('config-too-large m.yml');
    const deep = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`);
    const loaded = await loadMachineData('m', machineOf({ a: {} }, { context: { deep } }), ports);
    expect(loaded).toMatchObject({ ok: false, problem: { code: 'config-invalid' } });
    const one = 'x'.repeat(50_000);
    const aliases = `  context: {a: &a "${one}", b: [${Array.from({ length: 90 }, () => '*a').join(', ')}]}\n`;
    expect(await problemOf(yaml('    a: {}\n', aliases))).toBe('config-too-large m.yml');
    const million = Array.from({ length: 1_000_000 }, (_, index) => index);
    for (const context of [{ text: 'x'.repeat(100_000_000) }, { million }]) {
      const giant = await loadMachineData('m', machineOf({ a: {} }, { context }), ports);
      expect(giant).toMatchObject({ ok: false, problem: { code: 'config-too-large', place: 'm' } });
    }
  });
});

describe('machines that refer to files', () => {
  const files: Record<string, string> = {
    'a.yml': yaml(
      '    s: {machine: b, transitions: [{to: e}]}\n    e: {type: final}\n',
      '  name: a\n  machines: {b: ./b.yml}\n',
    ),
    'b.yml': yaml(
      '    s: {machine: a, transitions: [{to: e}]}\n    e: {type: final}\n',
      '  name: b\n  machines: {a: {path: ./a.yml}}\n',
    ),
    'c.yml': yaml(
      '    s: {machine: d, transitions: [{to: e}]}\n    e: {type: final}\n',
      '  name: c\n  machines: {d: ./d.yml, e: ./d.yml}\n',
    ),
    'd.yml': yaml('    e: {type: final, output: {x: 1}}\n', '  name: d\n'),
    'bad.yml': yaml('    s: {machine: d}\n', '  machines:\n    d: ./broken.yml\n'),
    'broken.yml': yaml('    s: {type: fnial}\n'),
  };
  const read = async (reference: string) => {
    const name = reference.replace('./', '');
    const text = files[name];
    return text === undefined ? fail('reference-unreadable', `no ${name}`) : ok({ name, text });
  };
  const loadFile = (name: string) => loadMachine({ name, text: files[name] ?? '' }, { templates, read });

  test('a cycle without a step limit is a load error, with one it loads', async () => {
    expect(await loadFile('a.yml')).toMatchObject({
      ok: false,
      problem: { code: 'machine-cycle', place: 'b.yml:5:17', message: expect.stringContaining('a → b → a') },
    });
    const limited = (files['b.yml'] ?? '').replace('data:\n', 'data:\n  settings: {max_steps: 5}\n');
    const own: Record<string, string> = { ...files, 'b.yml': limited };
    const loaded = await loadMachine(
      { name: 'a.yml', text: own['a.yml'] ?? '' },
      { templates, read: async (reference) => ok({ name: reference.slice(2), text: own[reference.slice(2)] ?? '' }) },
    );
    expect(loaded.ok && loaded.value.machines.get('b')?.machines.get('a')).toBe(loaded.ok && loaded.value);
  });

  test('an error in a referenced file is placed there', async () => {
    expect(await loadFile('bad.yml')).toMatchObject({ ok: false, problem: { place: 'broken.yml:5:15' } });
  });

  test('a machine comes back from its bundle with the same digest, and another text has another digest', async () => {
    const loaded = await loadFile('c.yml');
    if (!loaded.ok) throw new Error(loaded.problem.message);
    const again = await loadBundle(JSON.parse(JSON.stringify(loaded.value.bundle)), templates);
    expect(again.ok && again.value.digest).toBe(loaded.value.digest);
    expect(again.ok && [...again.value.machines.keys()]).toStrictEqual(['d', 'e']);
    const changed = await loadMachine({ name: 'c.yml', text: `${files['c.yml']}    f: {}\n` }, { templates, read });
    expect(changed.ok && changed.value.digest).not.toBe(loaded.value.digest);
  });
});
