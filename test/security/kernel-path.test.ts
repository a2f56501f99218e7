import { join } from 'node:path';
import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';
import { agentState, GovernedTool, toolSpec } from '../../core/kernel/index.ts';

/** K7: no step reaches a tool except through the kernel. First what compiles, then what runs. */
const folder = import.meta.dirname;
const preamble = `
import { runAgent, type AgentRunOptions } from '../../core/agents/index.ts';
import { agentState, GovernedTool, type PaidCall, toolSpec } from '../../core/kernel/index.ts';
declare const options: AgentRunOptions;
declare const tool: GovernedTool;
declare const signal: AbortSignal;
const effect = async (query: string) => query;
`;

interface Snippet {
  readonly what: string;
  readonly code: string;
  /** TypeScript's error numbers; none when it compiles. */
  readonly errors: readonly number[];
}

const snippets: readonly Snippet[] = [
  {
    what: 'the way through the kernel compiles',
    code: `
      const governed = GovernedTool.govern(toolSpec(), effect);
      const step = GovernedTool.takeStep({ kind: 'no-action' }, [governed], agentState());
      if (step.kind === 'stepped') void step.call?.run(signal);
      void runAgent(options);`,
    errors: [],
  },
  { what: 'a governed tool has no method that runs it', code: `void tool.run(signal);`, errors: [2339] },
  { what: 'its effect has no name outside', code: `void tool.effect('q');`, errors: [2339] },
  { what: 'its private effect is out of reach', code: `void tool.#effect('q', signal);`, errors: [18013] },
  { what: 'its payment is out of reach', code: `void tool.#payFor({ kind: 'no-action' });`, errors: [18013] },
  { what: 'it cannot be constructed around the kernel', code: `new GovernedTool(toolSpec(), effect);`, errors: [2673] },
  {
    what: 'it cannot be imitated by a record',
    code: `const fake: GovernedTool = { spec: toolSpec() };`,
    errors: [2739],
  },
  { what: 'its costs cannot be changed', code: `tool.spec.tokenCost = 0;`, errors: [2540] },
  {
    what: 'the runtime takes no bare function',
    code: `void runAgent({ ...options, tools: [effect] });`,
    errors: [2322],
  },
  {
    what: 'the runtime takes no other record with an effect',
    code: `void runAgent({ ...options, tools: [{ spec: toolSpec(), effect }] });`,
    errors: [2561],
  },
];

const fileOf = (index: number) => join(folder, `kernel-path-snippet-${index}.ts`);

/** One program with every snippet as a file that is not on disk. */
function compile(): ts.Program {
  const settings: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const texts = new Map(snippets.map(({ code }, index) => [fileOf(index), preamble + code]));
  const host = ts.createCompilerHost(settings);
  const onDisk = host.getSourceFile;
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? onDisk(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2024);
  };
  host.fileExists = (name) => texts.has(name) || ts.sys.fileExists(name);
  return ts.createProgram([...texts.keys()], settings, host);
}

const program = compile();

test.each(snippets.map((snippet, index) => ({ ...snippet, index })))('$what', ({ errors, index }) => {
  const found = program.getSemanticDiagnostics(program.getSourceFile(fileOf(index)));
  expect(found.map((diagnostic) => diagnostic.code)).toEqual(errors);
});

test('at run time a governed tool shows its spec and nothing else', () => {
  const tool = GovernedTool.govern(toolSpec({ name: 'kg' }), async () => 'ran');
  expect(Reflect.ownKeys(tool)).toEqual(['spec']);
  expect(Reflect.ownKeys(Object.getPrototypeOf(tool))).toEqual(['constructor']);
  expect(JSON.stringify(tool)).not.toContain('ran');
  expect(() => Object.assign(tool.spec, { tokenCost: 0 })).toThrow(TypeError);
  expect(() => Object.assign(tool, { spec: toolSpec() })).toThrow(TypeError);
});

test('at run time an imitation is no governed tool', () => {
  const fake = Object.create(GovernedTool.prototype, { spec: { value: toolSpec({ name: 'kg' }) } }) as GovernedTool;
  const call = { kind: 'tool-call', toolName: 'kg', query: '' } as const;
  expect(() => GovernedTool.takeStep(call, [fake], agentState())).toThrow(TypeError);
});
