import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { textsWithEnding } from '../project/read-changed.ts';
import type { ProjectTree } from '../project/tree.ts';

const report = z.object({
  generalDiagnostics: z.array(
    z.object({
      file: z.string(),
      message: z.string(),
      rule: z.string().optional(),
      range: z.object({ start: z.object({ line: z.number(), character: z.number() }) }),
    }),
  ),
});

/** A member that pyright does not find: of a class or of a module. Lines and columns begin at 0. */
export interface MissingMember {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly member: string;
  readonly message: string;
}

/**
 * Of the processor's time, so that a busy machine loses nothing: it needs 1 s for a few files and 15 s for a hundred.
 */
const longestRunSeconds = 60;
/** More than this is no project that can be copied for every verification. */
const largestProject = 64 * 1024 * 1024;

/**
 * What pyright says of members in these files, or why it could not. It works on a copy, because the tree may be of
 * another commit, in a thread of its own, without any program of the machine: types come from its own typeshed and from
 * a `.venv` of the project.
 */
export async function missingMembers(
  tree: ProjectTree,
  files: readonly string[],
  alive: () => void,
): Promise<readonly MissingMember[] | { readonly reason: string }> {
  const copy = mkdtempSync(join(tmpdir(), 'mizan-pyright-'));
  try {
    let size = 0;
    for (const [path, text] of textsWithEnding(tree, ['.py', '.pyi'])) {
      size += text.length;
      if (size > largestProject) return { reason: 'The project is too large for pyright' };
      mkdirSync(join(copy, dirname(path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    writeFileSync(join(copy, 'pyrightconfig.json'), JSON.stringify(settings(tree, files)));
    const output = await run(['--outputjson', '--project', copy], alive);
    if (output === null) return { reason: `pyright did not end within ${longestRunSeconds} s of processor time` };
    const parsed = report.safeParse(parseJson(output));
    if (!parsed.success) return { reason: 'pyright gave no readable answer' };
    return parsed.data.generalDiagnostics.flatMap(({ file, message, range: { start } }) => {
      const member = /^(?:Cannot access attribute )?"([^"]+)" (?:for class|is not a known attribute of module)/.exec(
        message,
      );
      if (member === null) return [];
      const path = file.slice(copy.length + 1).replaceAll('\\', '/');
      const said = message.split('\n', 1)[0] ?? message;
      return [{ file: path, line: start.line, column: start.character, member: member[1] ?? '', message: said }];
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function settings(tree: ProjectTree, files: readonly string[]): object {
  return {
    include: files,
    exclude: [],
    extraPaths: ['src', 'lib'],
    // A project may be meant for a system that this is not.
    pythonPlatform: 'All',
    typeCheckingMode: 'off',
    reportAttributeAccessIssue: 'error',
    reportMissingModuleSource: 'none',
    enableTypeIgnoreComments: false,
    ...(tree.root === null ? {} : { venvPath: tree.root, venv: '.venv' }),
  };
}

/**
 * Everything that pyright prints, or null when it takes too long; `alive` is called every second meanwhile. Without a
 * `PATH` it starts no Python to ask where packages are.
 */
function run(words: readonly string[], alive: () => void): Promise<string | null> {
  const program = createRequire(import.meta.url).resolve('pyright/index.js');
  return new Promise((resolve) => {
    const worker = new Worker(program, { argv: [...words], env: { PATH: '' }, stdout: true, stderr: true });
    let output = '';
    let isLate = false;
    const before = process.cpuUsage();
    const beat = setInterval(() => {
      alive();
      if (process.cpuUsage(before).user < longestRunSeconds * 1_000_000) return;
      isLate = true;
      void worker.terminate();
    }, 1000);
    worker.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    // It complains on its way out; its answer says all that matters.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      clearInterval(beat);
      resolve(isLate ? null : output);
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
