import { join } from 'node:path';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { JavaHierarchy } from './java-hierarchy.ts';
import { missingInJava, missingPackageInJava } from './java-messages.ts';
import { placedMessages } from './messages.ts';
import type { ToolCall, Toolchain, ToolName, ToolReading, Unseen } from './toolchain.ts';
import { toolName } from './wording.ts';

const isSyntax = /expected|illegal start|unclosed|reached end of file/;

/** They make classes or members that no source shows. */
const generators =
  /\b(lombok|annotationProcessor|annotationProcessorPaths|kapt|querydsl|mapstruct|autovalue|immutables)\b/i;

/** Java by javac, without annotation processors and without writing classes: it runs nothing of the project. */
export const java: Toolchain = {
  language: 'java',
  runsProjectCode: false,
  memoryMiB: 6144,
  reads: (path) => path.endsWith('.java') && !path.endsWith('module-info.java'),
  needsNames: false,
  environment: () => ({}),
  calls(tree, files) {
    const sources = files.filter((file) => !file.endsWith('module-info.java'));
    const { root } = tree.snapshot;
    const jars = root === null ? [] : tree.paths().flatMap((path) => (path.endsWith('.jar') ? [join(root, path)] : []));
    const call: ToolCall = {
      program: 'javac',
      install: 'default-jdk-headless',
      arguments: [
        ...['-version', '-J-Xmx1g', '-J-Duser.language=en', '-encoding', 'UTF-8'],
        // The names in bodies are looked at in spite of missing imports, and no class is written.
        ...['--should-stop=ifError=FLOW', '--should-stop=ifNoError=FLOW', '-proc:none', '-implicit:none'],
        ...['-Xmaxerrs', '100000', '-nowarn', '-Xlint:none'],
        ...['-sourcepath', sourceRoots(tree).join(':'), '-classpath', jars.join(':')],
        ...sources.map((file) => `./${file}`),
      ],
      folder: '',
      readable: jars,
      files: sources,
    };
    const modules = files.filter((file) => file.endsWith('module-info.java'));
    return {
      calls: sources.length === 0 ? [] : [call],
      unseen: modules.map((file) => ({ file, reason: 'What a module declares is not looked at' })),
    };
  },
  read,
};

/** The folders in which packages begin, by what the sources say of their packages. */
function sourceRoots(tree: ProjectTree): readonly string[] {
  const roots = new Set<string>();
  for (const path of tree.paths()) {
    if (!path.endsWith('.java')) continue;
    const name = /^\s*package\s+([\w.]+)\s*;/m.exec(textOf(tree, path) ?? '')?.[1] ?? '';
    const folder = path.split('/').slice(0, -1).join('/');
    const inside = name.replaceAll('.', '/');
    if (inside === '') roots.add(folder === '' ? '.' : `./${folder}`);
    else if (folder === inside) roots.add('.');
    else if (folder.endsWith(`/${inside}`)) roots.add(`./${folder.slice(0, -inside.length - 1)}`);
  }
  return [...roots];
}

function read({ files }: ToolCall, output: string, code: number, tree: ProjectTree): ToolReading {
  const errors = placedMessages(output).flatMap((message) =>
    message.text.startsWith('error: ') ? [{ ...message, text: message.text.slice('error: '.length) }] : [],
  );
  const hierarchy = new JavaHierarchy(tree);
  const broken = errors.find(({ text, more }) => missingInJava(text, more) === null && isSyntax.test(text));
  if (broken !== undefined) {
    // What a source that does not parse defines is missing in the others as well.
    const reason = `javac did not get to the names: ${broken.file} does not parse`;
    return { names: [], unseen: files.map((file) => ({ file, reason })) };
  }
  const { invented, unseen } = withoutPackages(errors, files, hierarchy);
  const isGenerated = hasGenerators(tree);
  const wanted = newerRelease(tree, Number(/^javac (\d+)/m.exec(output)?.[1] ?? Infinity));
  const names: ToolName[] = [...invented];
  for (const { file, line, text, more } of errors) {
    const wrong = missingPackageInJava(text, more) === null ? missingInJava(text, more) : null;
    if (wrong === null || hierarchy.importsMissing(wrong.symbol, file)) continue;
    const mayBeElsewhere = hierarchy.mayHave(wrong, file);
    // That something in this file was not looked at is said once.
    if (mayBeElsewhere && hierarchy.isIncomplete(file)) continue;
    const open = whyOpen(wrong.symbol, { wanted, isGenerated, mayBeElsewhere });
    names.push(toolName(file, line, { ...wrong, open }));
  }
  if (code !== 0 && errors.length === 0) {
    const said = output.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
    unseen.push(...files.map((file) => ({ file, reason: `javac gave up: ${said}` })));
  }
  return { names, unseen };
}

/** Why a name that javac does not find may be there all the same; null: nothing speaks for it. */
function whyOpen(
  symbol: string,
  doubts: { readonly wanted: number | null; readonly isGenerated: boolean; readonly mayBeElsewhere: boolean },
): string | null {
  const { wanted, isGenerated, mayBeElsewhere } = doubts;
  if (wanted !== null) return `The project asks for Java ${wanted}, which may have '${symbol}', and javac is older`;
  if (isGenerated) return `'${symbol}' may be made by something that javac does not see here`;
  return mayBeElsewhere ? `'${symbol}' may come from a package that is not installed here` : null;
}

/** What stands before the number: Maven's elements, Gradle's tool chain, Gradle's compatibility. */
const releaseNames = [
  /<(?:maven\.compiler\.)?(?:release|source)>|<java\.version>/,
  /JavaLanguageVersion\.of\(/,
  /(?:source|target)Compatibility\s*=\s*(?:JavaVersion\.VERSION_)?['"]?/,
];
const release = new RegExp(`(?:${releaseNames.map(({ source }) => source).join('|')})\\s*(?:1\\.)?(\\d+)`, 'g');

/** The Java that a build file asks for when it is newer than the one that is installed. */
function newerRelease(tree: ProjectTree, installed: number): number | null {
  const asked = tree.paths().flatMap((path) => {
    if (!/(^|\/)(pom\.xml|build\.gradle(\.kts)?)$/.test(path)) return [];
    return [...(textOf(tree, path) ?? '').matchAll(release)].map((match) => Number(match[1]));
  });
  const newest = Math.max(0, ...asked);
  return newest > installed ? newest : null;
}

/** Whether classes come from other languages, or from annotations. */
function hasGenerators(tree: ProjectTree): boolean {
  return tree.paths().some((path) => {
    if (/\.(kt|scala|groovy)$/.test(path)) return true;
    return /(^|\/)(pom\.xml|build\.gradle(\.kts)?)$/.test(path) && generators.test(textOf(tree, path) ?? '');
  });
}

/**
 * Packages that are not there: those that only the project could have are invented, what others have cannot be judged.
 */
function withoutPackages(
  errors: ReturnType<typeof placedMessages>,
  files: readonly string[],
  hierarchy: JavaHierarchy,
): { readonly invented: readonly ToolName[]; readonly unseen: Unseen[] } {
  const invented: ToolName[] = [];
  const unseen: Unseen[] = [];
  const told = new Set<string>();
  for (const { file, line, text, more } of errors) {
    const missing = missingPackageInJava(text, more);
    if (missing !== null) {
      const isOwn = hierarchy.isOwnPackage(missing);
      if (isOwn) invented.push(toolName(file, line, { rule: 'import', symbol: missing }));
      else hierarchy.leaveIncomplete(file);
      hierarchy.lack(missing);
      if (!told.has(file) && files.includes(file)) {
        unseen.push({ file, reason: `What comes from '${missing}', which is not found here, was not looked at` });
      }
      told.add(file);
    }
  }
  return { invented, unseen };
}
