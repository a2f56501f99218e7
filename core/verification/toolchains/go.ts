import { normalisePath } from '../project/tree.ts';
import { missingInGo, missingPackageInGo } from './go-messages.ts';
import { placedMessages } from './messages.ts';
import type { ToolCall, Toolchain, ToolName, ToolReading, Unseen } from './toolchain.ts';
import { toolName } from './wording.ts';

/** One line for each package, then one for each thing that is wrong with it; strings as Go quotes them. */
const format = [
  '@ {{printf "%q" .Dir}} {{printf "%q" .Export}}{{range .GoFiles}} {{printf "%q" .}}{{end}}',
  '{{with .Error}}\n! {{printf "%q" .Pos}} {{printf "%q" .Err}}{{end}}',
  '{{range .DepsErrors}}\n! {{printf "%q" .Pos}} {{printf "%q" .Err}}{{end}}',
].join('');

/**
 * Go by its own compiler, through `go list -export`, which compiles packages and their tests and neither links nor runs
 * them. Without cgo, generators, the network and the settings of a user, nothing of the project is run.
 */
export const go: Toolchain = {
  language: 'go',
  runsProjectCode: false,
  memoryMiB: 4096,
  reads: (path) => /\.(go|s)$|(^|\/)(go\.(mod|sum|work|work\.sum)|vendor\/modules\.txt)$/.test(path),
  // `//go:embed` wants its files to be there, whatever is in them.
  needsNames: true,
  environment: (scratch) => ({
    GOCACHE: `${scratch}/cache`,
    GOTMPDIR: scratch,
    CGO_ENABLED: '0',
    GOENV: 'off',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    GOTELEMETRY: 'off',
  }),
  calls(tree, files) {
    const modules = tree.paths().filter((path) => /(^|\/)go\.mod$/.test(path));
    const folders = modules
      .map((path) => path.slice(0, -'go.mod'.length))
      .sort((one, other) => other.length - one.length);
    const grouped = new Map<string, string[]>();
    const unseen: Unseen[] = [];
    for (const file of files) {
      const folder = folders.find((one) => file.startsWith(one));
      if (folder === undefined) unseen.push({ file, reason: 'No go.mod says which packages this file may use' });
      else grouped.set(folder, [...(grouped.get(folder) ?? []), file]);
    }
    return { calls: [...grouped].map(([folder, some]) => callFor(folder, some)), unseen };
  },
  read,
};

function callFor(folder: string, files: readonly string[]): ToolCall {
  const packages = new Set(files.map((file) => `./${file.slice(folder.length).replace(/[^/]*$/, '')}`));
  return {
    program: 'go',
    install: 'golang-go',
    arguments: ['list', '-e', '-test', '-export', '-gcflags=-e', '-buildvcs=false', '-f', format, ...packages],
    folder,
    files,
  };
}

function read({ folder, files }: ToolCall, output: string): ToolReading {
  const compiled = new Set<string>();
  const listed = new Set<string>();
  const problems: string[] = [];
  let isCompiled = false;
  for (const line of output.split('\n')) {
    const strings = quoted(line);
    if (line.startsWith('@ ')) {
      const [where = '', archive = '', ...sources] = strings;
      isCompiled = archive !== '';
      for (const source of sources) {
        const path = normalisePath(`${where}/${source}`);
        listed.add(path);
        if (isCompiled) compiled.add(path);
      }
    } else if (line.startsWith('! ')) {
      const [place = '', message = ''] = strings;
      problems.push(place === '' ? message : `${place}: ${message}`);
    }
  }
  const messages = [...placedMessages(output), ...problems.flatMap((problem) => placedMessages(problem))].map(
    (one) => ({
      ...one,
      file: normalisePath(folder + one.file),
    }),
  );
  return {
    names: namesOf(messages, newerGo.test(output)),
    unseen: unseenOf(files, messages, { compiled, listed, output }),
  };
}

type Messages = ReturnType<typeof placedMessages>;

/** What an older Go notes when go.mod asks for a newer one. */
const newerGo = /(?:module requires Go|that requires go) ?\d/i;

function namesOf(messages: Messages, isOld: boolean): readonly ToolName[] {
  return messages.flatMap(({ file, line, text }) => {
    const wrong = missingPackageInGo(text) ?? missingInGo(text);
    if (wrong === null) return [];
    const open = isOld ? `go.mod asks for a newer Go, which may have '${wrong.symbol}'` : (wrong.open ?? null);
    return [toolName(file, line, { ...wrong, open })];
  });
}

function unseenOf(
  files: readonly string[],
  messages: Messages,
  { compiled, listed, output }: { compiled: ReadonlySet<string>; listed: ReadonlySet<string>; output: string },
): readonly Unseen[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  // Types are looked at in whole packages, and not at all once a file does not parse or a package is missing.
  const typed = new Set<string>();
  const stopped = new Map<string, string>();
  for (const { file, text } of messages) {
    if (/^syntax error|^expected /.test(text) || missingPackageInGo(text) !== null || isAboutPackages(text)) {
      stopped.set(folderOf(file), text.slice(0, 200));
    } else typed.add(folderOf(file));
  }
  return files.flatMap((file) => {
    if (compiled.has(file)) return [];
    const reason = stopped.get(folderOf(file));
    if (reason !== undefined) return [{ file, reason: `Go did not look at the names of this package: ${reason}` }];
    if (listed.has(file) && typed.has(folderOf(file))) return [];
    if (listed.size === 0)
      return [{ file, reason: `Go gave up: ${output.trim().split('\n')[0]?.slice(0, 200) ?? ''}` }];
    if (listed.has(file))
      return [{ file, reason: 'Go did not look at this package, because one that it uses does not compile' }];
    return [{ file, reason: 'Go leaves this file out of a build for this system without cgo' }];
  });
}

function isAboutPackages(text: string): boolean {
  return /go\.sum|module|import cycle|no matching files|use of internal package/.test(text);
}

/** The strings of a line in Go's `%q`, which JSON reads but for a few escapes that no path has. */
function quoted(line: string): readonly string[] {
  return [...line.matchAll(/"(?:[^"\\]|\\.)*"/g)].flatMap(([text]) => {
    try {
      return [String(JSON.parse(text))];
    } catch {
      return [];
    }
  });
}
