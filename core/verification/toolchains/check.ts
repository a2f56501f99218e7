import { introduced } from '../dimensions/findings.ts';
import { unknownName } from '../hallucination/names.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import type { ChangedFile, ProjectChange, ProjectTree } from '../project/tree.ts';
import { type DimensionFindings, type Inconclusive, nothingFound } from '../result.ts';
import { withProjectCopy } from './project-copy.ts';
import type { Toolchain, ToolName, ToolReading, Unseen } from './toolchain.ts';
import type { Tools } from './tools.ts';

const timeoutMs = 60_000;

/**
 * Names in these files that the language's own compiler does not find (V5), those that the base does not find either
 * left out (V2). A file that the compiler did not look at is inconclusive, whatever the base was (V3).
 */
export async function toolFindings(
  { base, head }: ProjectChange,
  files: readonly ChangedFile[],
  toolchain: Toolchain,
  rules: HallucinationRules,
  tools: Tools,
): Promise<DimensionFindings> {
  if (!rules.checkProjectApis) return nothingFound;
  const paths = files.map(({ path }) => path);
  const now = await ask(head, paths, head, toolchain, tools);
  const suspects = new Set(now.names.map(({ file }) => file));
  const before = new Map<string, string>();
  for (const { path, basePath } of files) if (basePath !== null && suspects.has(path)) before.set(basePath, path);
  const old =
    base === null || before.size === 0
      ? nothingSeen
      : await ask(
          base,
          [...before.keys()].filter((path) => base.read(path).kind === 'text'),
          head,
          toolchain,
          tools,
        );
  return compared(now, old, before);
}

const nothingSeen: ToolReading = { names: [], unseen: [] };

function compared(now: ToolReading, old: ToolReading, before: ReadonlyMap<string, string>): DimensionFindings {
  const movedTo = (file: string) => before.get(file) ?? file;
  const oldNames = old.names.map((name) => ({ ...name, file: movedTo(name.file) }));
  const unknownBefore = new Set(old.unseen.map(({ file }) => movedTo(file)));
  const openBefore = new Set(oldNames.filter(({ open }) => open !== null).map(openKey));
  const inconclusive: Inconclusive[] = now.unseen.map(({ file, reason }) => ({ file, reason }));
  for (const name of now.names) {
    if (name.open !== null && !openBefore.has(openKey(name))) {
      inconclusive.push({ file: name.file, line: name.line, reason: name.open });
    }
  }
  const found = introduced(violationsOf(now.names), violationsOf(oldNames));
  for (const file of new Set(found.map((one) => one.file).filter((one) => unknownBefore.has(one)))) {
    inconclusive.push({ file, reason: 'Names are missing, and nobody can say whether they were missing before' });
  }
  return { violations: found.filter(({ file }) => !unknownBefore.has(file)), inconclusive };
}

function openKey({ file, symbol, open }: ToolName): string {
  return JSON.stringify([file, symbol, open]);
}

function violationsOf(names: readonly ToolName[]) {
  return names.filter(({ open }) => open === null).map(unknownName);
}

/** What the compiler says about these files of a tree. */
async function ask(
  tree: ProjectTree,
  paths: readonly string[],
  settings: ProjectTree,
  toolchain: Toolchain,
  tools: Tools,
): Promise<ToolReading> {
  if (paths.length === 0) return nothingSeen;
  const { calls, unseen } = toolchain.calls(tree, paths, settings);
  const asked = new Set(paths);
  const names = new Map<string, ToolName>();
  const left: Unseen[] = [...unseen];
  const copied = await withProjectCopy(tree, toolchain, async ({ project, scratch }) => {
    for (const call of calls) {
      const { program, folder, files } = call;
      const outcome = await tools.run({
        program,
        arguments: call.arguments,
        project,
        scratch,
        root: tree.snapshot.root,
        readable: call.readable ?? [],
        folder,
        environment: { LC_ALL: 'C', ...toolchain.environment(scratch) },
        timeoutMs,
        memoryMiB: toolchain.memoryMiB,
        runsProjectCode: toolchain.runsProjectCode,
      });
      if (outcome.kind !== 'ended') {
        const reason = outcome.kind === 'missing' ? missing(program, call.install) : outcome.reason;
        left.push(...files.map((file) => ({ file, reason })));
        continue;
      }
      const reading = toolchain.read(call, withoutPlace(outcome.output, project), outcome.code, tree);
      left.push(...reading.unseen);
      // A header that several sources include is found wrong in each of them.
      for (const name of reading.names) {
        if (asked.has(name.file)) names.set(JSON.stringify([name.rule, name.file, name.line, name.symbol]), name);
      }
    }
    return null;
  });
  if (copied !== null) left.push(...paths.map((file) => ({ file, ...copied })));
  const once = new Map(left.filter(({ file }) => asked.has(file)).map((one) => [JSON.stringify(one), one]));
  return { names: [...names.values()], unseen: [...once.values()] };
}

/** Paths in the copy become relative to its top, which is `.`. */
function withoutPlace(output: string, project: string): string {
  return output.replaceAll(`${project}/`, '').replaceAll(project, '.');
}

function missing(program: string, install: string): string {
  return `Names are looked up by ${program}, which is not installed here (on Debian: ${install})`;
}
