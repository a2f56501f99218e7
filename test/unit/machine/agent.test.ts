import { describe, expect, test } from 'vitest';
import {
  type AgentPorts,
  agentRunner,
  createAgent,
  FlatAgent,
  FlatMachine,
  type LanguageModel,
  loadProfiles,
  VirtualTime,
} from '../../../core/machine/index.ts';
import { countingRandom, load, machineOf, memoryStore, templates, value } from './harness.ts';

type Request = Parameters<LanguageModel['complete']>[0];

function portsOf(answer: string, profiles: AgentPorts['profiles'] = null) {
  const requests: Request[] = [];
  const ports: AgentPorts = {
    templates,
    profiles,
    languageModel: {
      complete: async (request) => {
        requests.push(request);
        return { text: answer, cost: 0.5 };
      },
    },
  };
  return { ports, requests };
}

const critic = (more: object = {}) => ({
  spec: 'flatagent',
  spec_version: '0.7.7',
  data: {
    name: 'critic',
    model: { name: 'm', temperature: 0.5 },
    system: 'Be strict.',
    user: 'Draft: {{ input.draft }}',
    output: {
      score: { type: 'int' },
      severity: { type: 'str', enum: ['High', 'Low'] },
      notes: { type: 'list', items: { type: 'str' }, required: false },
    },
    ...more,
  },
});

describe('an agent', () => {
  test('renders its prompts, calls its model, and gives the fields that were asked for', async () => {
    const { ports, requests } = portsOf('```json\n{"score": 7, "severity": "Low"}\n```');
    const agent = value(createAgent('critic', critic({ instruction_suffix: 'Answer in JSON.' }), ports));
    expect(value(await agent.call({ draft: 'x' }))).toMatchObject({
      output: { score: 7, severity: 'Low' },
      apiCalls: 1,
      cost: 0.5,
    });
    expect(requests[0]).toMatchObject({
      model: { name: 'm', temperature: 0.5 },
      messages: [
        { role: 'system', content: 'Be strict.' },
        { role: 'user', content: 'Draft: x\n\nAnswer in JSON.' },
      ],
    });
  });

  test('without an output schema gives what the model wrote', async () => {
    const { ports } = portsOf('hello');
    const agent = value(createAgent('critic', critic({ output: undefined }), ports));
    expect(value(await agent.call({ draft: 'x' })).output).toStrictEqual({ content: 'hello' });
  });

  test.each([
    ['no JSON', 'I think 7'],
    ['a missing field', '{"score": 7}'],
    ['a text for a number', '{"score": "7", "severity": "Low"}'],
    ['a fraction for a whole number', '{"score": 7.5, "severity": "Low"}'],
    ['a value outside the enum', '{"score": 7, "severity": "Medium"}'],
    ['a wrong item', '{"score": 7, "severity": "Low", "notes": [1]}'],
    ['a list', '[]'],
  ])('refuses %s', async (_name, answer) => {
    const agent = value(createAgent('critic', critic(), portsOf(answer).ports));
    expect(await agent.call({ draft: 'x' })).toMatchObject({ ok: false, problem: { code: 'output-invalid' } });
  });

  test('does not load with unknown fields or broken prompts', async () => {
    const { ports } = portsOf('');
    const text = 'spec: flatagent\nspec_version: "0.7.7"\ndata:\n  user: hi\n  modell: x\n';
    expect(await FlatAgent.load('a.yml', text, ports)).toMatchObject({ ok: false, problem: { place: 'a.yml:5:3' } });
    expect(createAgent('a', critic({ user: '{{ input.' }), ports)).toMatchObject({
      ok: false,
      problem: { code: 'template-syntax' },
    });
    expect(createAgent('a', critic({ model: undefined }), ports)).toMatchObject({
      ok: false,
      problem: { code: 'model-missing' },
    });
  });

  test('answers for an agent that is written in the machine', async () => {
    const { ports } = portsOf('{"score": 7, "severity": "Low"}');
    const source = machineOf(
      {
        start: {
          agent: 'critic',
          input: { draft: 'x' },
          output_to_context: { s: '{{ output.score }}' },
          transitions: [{ to: 'end' }],
        },
        end: { type: 'final', output: { s: '{{ context.s }}' } },
      },
      { agents: { critic: critic() } as never },
    );
    const time = new VirtualTime(0);
    const machine = new FlatMachine(await load(source), {
      store: memoryStore(time),
      templates,
      agents: agentRunner(new Map(), ports),
      hooks: {},
      clock: time,
      random: countingRandom(),
      timers: time,
      owner: 'test',
      leaseMs: 60_000,
      maxParallel: 1,
      notice: () => undefined,
    });
    expect(value(await machine.execute())).toMatchObject({ output: { s: 7 }, cost: 0.5 });
  });
});

describe('profiles', () => {
  const text = (more: string) =>
    `spec: flatprofiles
spec_version: "0.7.7"
data:
  model_profiles:
    cheap: {name: c, temperature: 0.1, max_tokens: 5}
    good: {name: g, temperature: 0.9}
${more}`;
  const modelOf = async (more: string, model: unknown) => {
    const { ports, requests } = portsOf('x', value(await loadProfiles('p.yml', text(more))));
    const agent = createAgent('a', critic({ model, output: undefined }), ports);
    if (!agent.ok) return agent.problem.code;
    await agent.value.call({});
    return requests[0]?.model;
  };

  test('the default when nothing is said, else the named one, own values over it, the override over all', async () => {
    const cheap = '  default: cheap\n';
    expect(await modelOf(cheap, undefined)).toStrictEqual({ name: 'c', temperature: 0.1, max_tokens: 5 });
    expect(await modelOf(cheap, 'good')).toStrictEqual({ name: 'g', temperature: 0.9 });
    expect(await modelOf('', { profile: 'good', temperature: 0.2 })).toStrictEqual({ name: 'g', temperature: 0.2 });
    expect(await modelOf(`${cheap}  override: good\n`, { name: 'own' })).toMatchObject({ name: 'g', temperature: 0.9 });
    expect(await modelOf('', 'nobody')).toBe('profile-unknown');
  });

  test('a default that is no profile does not load', async () => {
    expect(await loadProfiles('p.yml', text('  default: x\n'))).toMatchObject({
      ok: false,
      problem: { place: 'p.yml:7:12' },
    });
  });
});
