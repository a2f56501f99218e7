import { violation } from '../dimensions/findings.ts';
import type { SourceModel } from '../languages/model.ts';
import { languageOf, readSource, whyHostile } from '../languages/registry.ts';
import type { RuleSet } from '../policy/rules.ts';
import type { FileNote, Violation } from '../result.ts';
import { type ProjectChange, type ProjectTree, textOf } from './tree.ts';

/** One side of a changed file as the dimensions see it. */
export type FileReading =
  | { readonly kind: 'source'; readonly text: string; readonly model: SourceModel }
  | { readonly kind: 'none' }
  | { readonly kind: 'not-read'; readonly reason: string };

/** Reads and parses a file; anything that is not a source in a known language is `none`. */
export function readFile(tree: ProjectTree, path: string): FileReading {
  const language = languageOf(path);
  if (language === null) return { kind: 'none' };
  const content = tree.read(path);
  switch (content.kind) {
    case 'absent':
      return { kind: 'none' };
    case 'unreadable':
      return unreadable.has(content.outcome)
        ? { kind: 'none' }
        : { kind: 'not-read', reason: details[content.outcome] };
    case 'text': {
      const read = readSource(language, content.text, path);
      return 'reason' in read ? { kind: 'not-read', ...read } : { kind: 'source', text: content.text, model: read };
    }
  }
}

const details = {
  binary: 'holds bytes that are no text',
  'too-large': 'is larger than 2 MiB',
  'not-utf8': 'is not encoded in UTF-8',
  'symbolic-link': 'is a symbolic link, which is not followed',
  locked: 'cannot be opened',
  folder: 'is a folder that holds no file of this project',
  submodule: 'is a submodule, which is not looked into',
  'given-up': 'was given up when it was read for another dimension',
  deleted: 'was deleted',
  missing: 'does not exist',
  generated: 'says that it is generated; it is verified like any other',
} as const;

/** Outcomes that are errors of a source file (V3); the others leave its dimensions open. */
const unreadable: ReadonlySet<string> = new Set(['binary', 'not-utf8', 'locked']);

/** Why nothing can be said about a source whose bytes are no error (V3); null for all others. */
export function whyNotRead(tree: ProjectTree, path: string): string | null {
  const content = tree.read(path);
  if (content.kind === 'text') return whyHostile(content.text);
  return content.kind === 'unreadable' && !unreadable.has(content.outcome) ? details[content.outcome] : null;
}

const suggestions: Readonly<Partial<Record<FileNote['outcome'], string>>> = {
  missing: 'Name a file of the project',
  locked: 'Give whoever verifies the right to read it',
};

/** What is special about the changed files, by name. */
export function fileNotes(change: ProjectChange): readonly FileNote[] {
  const listed = new Set(change.head.paths());
  return change.files.flatMap(({ path, basePath }): readonly FileNote[] => {
    const content = change.head.read(path);
    if (content.kind === 'unreadable') {
      const { outcome } = content;
      if (outcome !== 'folder') return [{ file: path, outcome, detail: details[outcome] }];
      return listed.has(path)
        ? [{ file: path, outcome: 'submodule', detail: details.submodule }]
        : [{ file: path, outcome: 'missing', detail: details.folder }];
    }
    if (content.kind === 'absent') {
      const outcome = basePath === null ? 'missing' : 'deleted';
      const isOutside = /^(?:\/|\.\.(?:\/|$))/.test(path);
      return [{ file: path, outcome, detail: isOutside ? 'lies outside the project' : details[outcome] }];
    }
    const isGenerated = /@generated\b|\bdo not edit\b/i.test(content.text.slice(0, 2000));
    return isGenerated ? [{ file: path, outcome: 'generated' as const, detail: details.generated }] : [];
  });
}

/** Missing and unreadable files are errors of the first dimension that has rules (V3). */
export function unreadableViolations(change: ProjectChange, rules: RuleSet): readonly Violation[] {
  const order = ['hallucination', 'semantics', 'complexity', 'style', 'scope'] as const;
  const dimension = order.find((name) => rules[name] !== null);
  if (dimension === undefined) return [];
  return fileNotes(change).flatMap(({ file, outcome, detail }) => {
    const isError = outcome === 'missing' || (unreadable.has(outcome) && languageOf(file) !== null);
    if (!isError) return [];
    return [
      violation({
        dimension,
        type: 'unreadable-file',
        rule: `files/${outcome}`,
        severity: 'error',
        symbol: file,
        file,
        line: null,
        message: `The file ${detail}`,
        suggestion: suggestions[outcome] ?? 'Save it as UTF-8 text',
      }),
    ];
  });
}

/** Every text of a tree with one of the endings. */
export function* textsWithEnding(
  tree: ProjectTree,
  endings: readonly string[],
): Generator<readonly [path: string, text: string]> {
  for (const path of tree.paths()) {
    if (!endings.some((ending) => path.endsWith(ending))) continue;
    const text = textOf(tree, path);
    if (text !== null) yield [path, text];
  }
}
