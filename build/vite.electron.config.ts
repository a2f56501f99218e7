import type { UserConfig } from 'vite';

const projectRoot = `${import.meta.dirname}/..`;

/** Packages with native code of their own. They ship as they are; everything else is bundled. */
export const unbundledPackages = ['better-sqlite3'] as const;

const shared = {
  root: projectRoot,
  publicDir: false,
  logLevel: 'warn',
} satisfies UserConfig;

/** Main process: one ES module for the Node inside Electron. */
const main: UserConfig = {
  ...shared,
  ssr: { noExternal: true, external: ['electron', ...unbundledPackages] },
  build: {
    ssr: 'electron/main.ts',
    outDir: 'dist/electron',
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
};

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

export const electronBuilds: readonly UserConfig[] = [main, preload];
