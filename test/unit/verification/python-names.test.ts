import { expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

/** What is said of the names of each source, by file; what is left open begins so. They are read as one project. */
async function said(
  sources: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const parsed = parseRules({ hallucination_rules: {} }, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const files = Object.keys(sources).map((path) => ({ path, basePath: null }));
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const change = { base: null, head: memoryTree({ ...sources, ...others }), files };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  const { violations, dimensionResults } = result.value;
  const open = dimensionResults.flatMap(({ inconclusive }) => inconclusive);
  const named = (reason: string) => /'(\w+)'/.exec(reason)?.[1] ?? reason;
  const all = [
    ...violations.map(({ file, symbol }) => ({ file, text: symbol })),
    ...open.map(({ file, reason, suggestion }) => ({ file, text: `open ${named(reason)} ${suggestion ?? ''}`.trim() })),
  ];
  const of = (path: string) => all.filter(({ file }) => file === path).map(({ text }) => text);
  return Object.fromEntries(Object.keys(sources).map((path) => [path, of(path)]));
}

it('takes a handler for a question only when it expects a missing name, or stands around one statement', async () => {
  const trying = (handler: string, body = 'copy.deecopy(1)', then = 'pass') =>
    `import copy\ntry:\n    ${body}\nexcept ${handler}:\n    ${then}\n`;
  const found = await said({
    'expects.py': trying('AttributeError'),
    'one.py': trying('Exception'),
    'more.py': trying('Exception', 'x = 1\n    copy.deecopy(1)'),
    'raises.py': trying('AttributeError', 'copy.deecopy(1)', 'raise'),
    'handler.py': trying('Exception', 'x = 1', 'copy.deecopy(1)'),
  });
  expect(found).toEqual({
    'expects.py': [],
    'one.py': [],
    'more.py': ['copy.deecopy'],
    'raises.py': ['copy.deecopy'],
    'handler.py': ['copy.deecopy'],
  });
});

it('takes hasattr for a question about its own member or receiver', async () => {
  const asking = (condition: string) => `import os\nx = 1\nif ${condition}:\n    os.forkk()\n`;
  const found = await said({
    'receiver.py': asking('hasattr(os, "fork")'),
    'member.py': asking('hasattr(x, "forkk")'),
    'other.py': asking('not hasattr(str, "format")'),
  });
  expect(found).toEqual({ 'receiver.py': [], 'member.py': [], 'other.py': ['os.forkk'] });
});

it('knows a module that a function imports for itself', async () => {
  const source = 'class A:\n    def copy(self):\n        import copy\n        return copy.deecopy(self)\n';
  const bound = source.replace('import copy\n', 'import copy\n        copy = getattr(self, "x")\n');
  expect(await said({ 'local.py': source, 'bound.py': bound })).toEqual({
    'local.py': ['copy.deecopy'],
    'bound.py': [],
  });
});

it('reads what star imports bring, and what those modules import by star', async () => {
  const found = await said(
    {
      'main.py': 'from one import *\nfirst()\nsecond()\nthirdly()\n',
      'dark.py': 'from three import *\nthirdly()\n',
    },
    {
      'one.py': 'from two import *\ndef first(): pass\n',
      'two.py': 'from one import *\ndef second(): pass\n',
      'three.py': 'globals().update(x=1)\n',
    },
  );
  expect(found).toEqual({ 'main.py': ['thirdly'], 'dark.py': [] });
});

it('finds undefined names, also in __all__, and leaves those open that run time may make', async () => {
  const found = await said({
    'makes.py': 'exec("made = 1")\nprint(made)\n',
    'plain.py': 'print(made)\n',
    'listed.py': "__all__ = ['gone']\n",
    'asked.py': "__all__ = ['gone']\ndef __getattr__(name): return 1\n",
  });
  expect(found).toEqual({ 'makes.py': ['open made'], 'plain.py': ['made'], 'listed.py': ['gone'], 'asked.py': [] });
});

it('looks for methods of self by name where types hide them, unless a base is from elsewhere', async () => {
  const own = (call: string, base = 'Base') =>
    `from base import *\nimport elsewhere\nclass A(${base}):\n    def run(self):\n        return self.${call}()\n`;
  const found = await said(
    {
      'known.py': own('register_type'),
      'slip.py': own('regster_type'),
      'open.py': own('zorkmid_quux'),
      'word.py': own('register_type_safe'),
      'far.py': own('registre_type', 'elsewhere.Base'),
    },
    {
      'base.py': 'class Base:\n    def __getattr__(self, name): return 1\ndef register_type(): pass\n',
      'requirements.txt': 'elsewhere\n',
    },
  );
  expect(found).toEqual({
    'known.py': [],
    'slip.py': ['regster_type'],
    'open.py': ['open zorkmid_quux'],
    'word.py': ["open register_type_safe Did you mean 'register_type'?"],
    'far.py': [],
  });
});

it('says which well-known package an unknown one sounds like where there is no manifest', async () => {
  const found = await said({ 'main.py': 'import beautifulsoup\n' });
  expect(found).toEqual({ 'main.py': ["open beautifulsoup Did you mean 'beautifulsoup4'?"] });
});
