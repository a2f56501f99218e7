import swc from '@swc/core';

// dependency-cruiser never tells swc that a file is TSX, and swc then refuses it.
const parseFileSync = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

// The rules of the house (docs/architecture.md). Arrows point down only:
// front doors -> host -> rooms -> kernel, ledger -> ground (problem, canonical, world).
const ground = '^core/(problem|canonical|world)/';
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'rooms-have-one-face',
      comment: 'A room is entered through its index.ts only.',
      severity: 'error',
      from: { path: '^core/([^/]+)/' },
      to: { path: '^core/([^/]+)/', pathNot: ['^core/$1/', '^core/[^/]+/index\\.ts$'] },
    },
    {
      name: 'outside-enters-by-the-face',
      severity: 'error',
      from: { path: '^(electron|renderer|build|core/host\\.ts)' },
      to: { path: '^core/[^/]+/', pathNot: ['^core/[^/]+/index\\.ts$', '^core/cli/main\\.ts$'] },
    },
    {
      name: 'ground-stands-alone',
      severity: 'error',
      from: { path: ground },
      to: { path: '^core/', pathNot: ground },
    },
    {
      name: 'kernel-imports-nothing',
      severity: 'error',
      from: { path: '^core/kernel/' },
      to: { pathNot: '^core/kernel/' },
    },
    {
      name: 'ledger-knows-no-room',
      severity: 'error',
      from: { path: '^core/ledger/' },
      to: { path: '^core/', pathNot: ['^core/ledger/', ground] },
    },
    {
      name: 'platform-free',
      comment: 'These rooms also run in a browser.',
      severity: 'error',
      from: { path: '^core/(api|kernel|machine|problem|canonical|world)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'api-knows-no-room',
      severity: 'error',
      from: { path: '^core/api/' },
      to: { path: '^core/', pathNot: ['^core/api/', ground] },
    },
    {
      name: 'rooms-below-host',
      severity: 'error',
      from: { path: '^core/[^/]+/', pathNot: '^core/(cli|web|mcp)/' },
      to: { path: '^(core/host\\.ts|core/(cli|web|mcp)/|electron/|renderer/)' },
    },
    {
      name: 'renderer-sees-only-api',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(core|electron)/', pathNot: '^core/api/index\\.ts$' },
    },
    {
      name: 'sole-user-of-sqlite',
      severity: 'error',
      from: { path: '^(core|electron|renderer)/', pathNot: '^core/ledger/' },
      to: { path: 'node_modules/better-sqlite3' },
    },
    {
      name: 'sole-user-of-parsers',
      comment:
        'Grammars are registered once in a process, ruff is set up once, and how a source is read is decided once.',
      severity: 'error',
      from: { path: '^(core|electron|renderer)/', pathNot: '^core/syntax-tree/' },
      to: { path: 'node_modules/(@ast-grep|@astral-sh/ruff-wasm-nodejs|@ruby/prism|oxc-parser)/' },
    },
    {
      name: 'sole-user-of-model-providers',
      comment: 'One client for language models, so that its bounds hold for every call.',
      severity: 'error',
      from: { path: '^(core|electron|renderer)/', pathNot: '^core/language-model/' },
      to: { path: 'node_modules/(ai|@ai-sdk/[^/]+|ollama-ai-provider-v2)/' },
    },
    {
      name: 'electron-stays-in-its-shell',
      severity: 'error',
      from: { path: '^(core|renderer)/' },
      to: { path: '(^electron/|node_modules/electron/)' },
    },
    { name: 'nothing-imports-tests', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
    { name: 'resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // TypeScript 7 has no API to parse with; without this line every .ts file is silently skipped.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
