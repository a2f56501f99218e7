/** The machine room bundled for a browser, as anybody would bundle it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

export interface BrowserBundle {
  /** File name to content. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Of what every page fetches, gzipped, in bytes; the reader of YAML texts comes on demand. */
  readonly gzipped: number;
  /** Of the rest. */
  readonly onDemand: number;
}

/** Builds it into a folder, with nothing of Node left in it. */
export async function bundleForBrowser(folder: string): Promise<BrowserBundle> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      outDir: folder,
      target: 'es2024',
      assetsInlineLimit: 0,
      rollupOptions: {
        input: fileURLToPath(new URL('./entry.ts', import.meta.url)),
        output: { entryFileNames: 'machine.js', assetFileNames: '[name][extname]', chunkFileNames: '[name].js' },
        treeshake: { moduleSideEffects: (id: string) => !id.startsWith('node:') },
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []));
  const files = new Map(outputs.map(({ fileName }) => [fileName, readFileSync(`${folder}/${fileName}`)]));
  const size = (wanted: boolean): number =>
    [...files]
      .filter(([name]) => name.startsWith('yaml-') !== wanted)
      .reduce((sum, [, content]) => sum + gzipSync(content, { level: 9 }).length, 0);
  return { files, gzipped: size(true), onDemand: size(false) };
}
