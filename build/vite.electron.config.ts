import type { UserConfig } from 'vite';

const projectRoot = `${import.meta.dirname}/..`;

/** Packages with native code of their own. They ship as they are; everything else is bundled. */
export const unbundledPackages = ['better-sqlite3'] as const;

/**
 * What only the inspector and the verifier need: parsers with native code, WebAssembly or library files of their own.
 */
export const parserPackages = [
  '@ast-grep/napi',
  '@astral-sh/ruff-wasm-nodejs',
  '@typescript/typescript6',
  'oxc-parser',
];

const shared = {
  root: projectRoot,
  publicDir: false,
  logLevel: 'warn',
} satisfies UserConfig;

/** One ES module for Node, with everything in it but the `external` packages. */
function nodeModule(entry: string, file: string, external: string[]): UserConfig {
  return {
    ...shared,
    ssr: { noExternal: true, external },
    build: {
      ssr: entry,
      outDir: 'dist/electron',
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
    },
  };
}

/** The main process, for the Node inside Electron. */
const main = nodeModule('electron/main.ts', 'main.js', ['electron', ...unbundledPackages]);

/** The program that looks at an agent's files in a process of its own. */
const inspector = nodeModule('core/contracts/inspection/inspector.ts', 'inspector.js', parserPackages);

/** The program that the inspector starts, several times over, to read sources. */
const verifier = nodeModule('core/verification/engine/verifier.ts', 'verifier.js', parserPackages);

/** Preload script: one CommonJS file, because a sandboxed preload can be nothing else. */
const preload: UserConfig = {
  ...shared,
  build: {
    lib: { entry: 'electron/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    outDir: 'dist/electron',
    emptyOutDir: false,
    target: 'chrome140',
    minify: false,
    rolldownOptions: { external: ['electron'] },
  },
};

export const electronBuilds: readonly UserConfig[] = [main, inspector, verifier, preload];
