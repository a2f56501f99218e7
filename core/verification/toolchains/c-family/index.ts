import { nearestName } from '../../hallucination/nearest.ts';
import { normalisePath, type ProjectTree, textOf } from '../../project/tree.ts';
import { placedMessages } from '../messages.ts';
import type { ToolCall, Toolchain, ToolName, ToolReading, Unseen } from '../toolchain.ts';
import { toolName } from '../wording.ts';
import { compileFlags } from './compile-commands.ts';
import { missingHeader, missingIn } from './messages.ts';
import { includesOf, isCFamily, isHeader, isPlainC, SourceMap } from './sources.ts';

const mostSources = 100;

/** C and C++ by the system's compiler, which only reads (`-fsyntax-only`): it runs nothing of the project. */
export const cFamily: Toolchain = {
  language: 'c-family',
  runsProjectCode: false,
  memoryMiB: 3072,
  reads: isCFamily,
  needsNames: false,
  environment: () => ({}),
  calls(tree, files, settings) {
    const map = new SourceMap(tree);
    const unseen: Unseen[] = [];
    const about = new Map<string, string[]>();
    for (const file of files) {
      const sources = isHeader(file) ? map.sourcesThatInclude(file) : [file];
      if (sources.length === 0) unseen.push({ file, reason: 'No source of the project includes this header' });
      for (const source of sources) about.set(source, [...(about.get(source) ?? []), file]);
    }
    const all = [...about];
    const tooMany = all.slice(mostSources).flatMap(([, some]) => some);
    unseen.push(...tooMany.map((file) => ({ file, reason: `More than ${mostSources} sources are not compiled` })));
    const flags = compileFlags(settings);
    const calls = all.slice(0, mostSources).map(([source, some]) => callFor(source, some, flags.get(source), map));
    return { calls, unseen };
  },
  read,
};

function callFor(
  source: string,
  files: readonly string[],
  flags: readonly string[] | undefined,
  map: SourceMap,
): ToolCall {
  const isC = isPlainC(source);
  const folders = map.foldersFor([source]).flatMap((folder) => ['-I', folder === '.' ? '.' : `./${folder}`]);
  const standard = flags?.some((flag) => flag.startsWith('-std=') || flag === '-ansi') === true;
  return {
    program: isC ? 'cc' : 'c++',
    install: isC ? 'gcc libc6-dev' : 'g++',
    arguments: [
      '-fsyntax-only',
      ...(standard ? [] : [isC ? '-std=gnu17' : '-std=gnu++2b']),
      ...(isC ? ['-Werror=implicit-function-declaration'] : []),
      ...(flags ?? []),
      ...folders,
      `./${source}`,
    ],
    folder: '',
    files,
  };
}

function read({ files, arguments: words }: ToolCall, output: string, code: number, tree: ProjectTree): ToolReading {
  const source = words.at(-1)?.slice(2) ?? '';
  const names: ToolName[] = [];
  const unseen: Unseen[] = [];
  const stopped = (reason: string) => unseen.push(...files.map((file) => ({ file, reason })));
  let errors = 0;
  for (const { file, line, text } of placedMessages(output)) {
    const said = /^(?:fatal )?error: /.exec(text);
    if (said === null) continue;
    errors += 1;
    const header = missingHeader(text);
    if (header !== null) {
      const where = `The header '${header}' of ${file} is not found here, so the rest of ${source} was not looked at`;
      if (isInvented(header, file, tree)) names.push(toolName(file, line, { rule: 'import', symbol: header }));
      stopped(where);
      continue;
    }
    if (text.startsWith('fatal ')) stopped(`The compiler stopped: ${text.slice(0, 200)}`);
    const wrong = missingIn(text.slice(said[0].length));
    if (wrong === null) continue;
    const isOnlyNewer = output.includes('is only available from') && wrong.owner === 'std';
    const open = isOnlyNewer ? `'std::${wrong.symbol}' is not in the standard that the sources are read by` : null;
    names.push(toolName(file, line, { ...wrong, open }));
  }
  if (code !== 0 && errors === 0) stopped(`The compiler gave up: ${lastLine(output)}`);
  return { names, unseen };
}

/**
 * A header in quotes that only the project could have: its folder is there with other headers, or its name is nearly
 * that of one. Others may be made by a build or come from a library.
 */
function isInvented(target: string, includer: string, tree: ProjectTree): boolean {
  const written = includesOf(textOf(tree, includer) ?? '').find((one) => one.target === target);
  if (written?.isQuoted !== true || tree.read(target).kind !== 'absent') return false;
  const name = target.split('/').at(-1) ?? target;
  const headers = tree.paths().filter(isHeader);
  const names = headers.map((path) => path.split('/').at(-1) ?? path);
  if (names.includes(name) || tree.paths().some((path) => path.endsWith(`/${name}.in`) || path === `${name}.in`))
    return false;
  if (nearestName(name, names) !== null) return true;
  if (!target.includes('/')) return false;
  const folder = target.slice(0, -name.length);
  const beside = normalisePath(`${includer.replace(/[^/]*$/, '')}${folder}`);
  return headers.some(
    (path) => path.startsWith(`${beside}/`) || `/${path.replace(/[^/]*$/, '')}`.endsWith(`/${folder}`),
  );
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
}
