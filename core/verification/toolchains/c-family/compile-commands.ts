import { z } from 'zod';
import { splitCommand } from '../../../sandbox/index.ts';
import { normalisePath, type ProjectTree, textOf } from '../../project/tree.ts';

const commands = z.array(
  z.object({
    directory: z.string(),
    file: z.string(),
    command: z.string().optional(),
    arguments: z.array(z.string()).optional(),
  }),
);

const places = ['compile_commands.json', 'build/compile_commands.json', 'out/compile_commands.json'];

/** Flags with a folder or file, together with it or before it. */
const withPath = /^(-I|-isystem|-iquote|-idirafter|-include)(.*)$/;
const withName = /^(-D|-U)(.*)$/;
/** They change what names there are, and nothing else. */
const plain = /^(-std=[a-z0-9+:]+|-ansi|-pthread|-fopenmp|-fno-rtti|-fno-exceptions|-fms-extensions|-fchar8_t)$/;
/** What a system has installed; a repository cannot put anything there. */
const systemFolders = /^\/(usr\/(local\/)?(include|lib)|opt)\//;

/**
 * The flags that `compile_commands.json` gives each source. The file may come with the repository, so only flags that
 * name macros, the standard and folders of the project or the system are taken: none that loads a plugin, starts
 * another program, or reads further flags from a file.
 */
export function compileFlags(tree: ProjectTree): ReadonlyMap<string, readonly string[]> {
  const flags = new Map<string, readonly string[]>();
  const known = new Set(tree.paths());
  for (const place of places) {
    const parsed = commands.safeParse(parseJson(textOf(tree, place)));
    if (!parsed.success) continue;
    for (const entry of parsed.data) {
      const full = entry.file.startsWith('/') ? normalised(entry.file) : normalised(`${entry.directory}/${entry.file}`);
      const path = pathInTree(full, known);
      if (path === null || flags.has(path)) continue;
      const top = full.slice(0, full.length - path.length);
      const words = entry.arguments ?? wordsOf(entry.command ?? '');
      flags.set(path, safeFlags(words, normalised(entry.directory), top));
    }
  }
  return flags;
}

/** Of the words of a compile command, those that are safe; paths of the project become relative to its top. */
export function safeFlags(words: readonly string[], directory: string, top: string): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, flag, joined = ''] = withPath.exec(word) ?? withName.exec(word) ?? [];
    if (flag === undefined) {
      if (plain.test(word)) kept.push(word);
      continue;
    }
    if (joined === '') at += 1;
    const value = joined === '' ? (words[at] ?? '') : joined;
    kept.push(...safeValue(flag, value, directory, top));
  }
  return kept;
}

/** A flag with its value, where that names a macro or a place within reach. */
function safeValue(flag: string, value: string, directory: string, top: string): readonly string[] {
  if (flag === '-D' || flag === '-U') {
    return /^[A-Za-z_]\w*(\([\w, ]*\))?(=.*)?$/s.test(value) ? [`${flag}${value}`] : [];
  }
  const path = safePath(value, directory, top);
  return path === null ? [] : [flag, path];
}

function safePath(value: string, directory: string, top: string): string | null {
  const full = value.startsWith('/') ? normalised(value) : normalised(`${directory}/${value}`);
  if (systemFolders.test(`${full}/`)) return full;
  if (`${full}/` === top) return '.';
  return full.startsWith(top) ? `./${full.slice(top.length)}` : null;
}

function normalised(path: string): string {
  return `/${normalisePath(path)}`;
}

/** The longest end of a full path that is a file of the tree. */
function pathInTree(full: string, known: ReadonlySet<string>): string | null {
  const parts = full.split('/').filter((part) => part !== '');
  for (let from = 0; from < parts.length; from += 1) {
    const path = parts.slice(from).join('/');
    if (known.has(path)) return path;
  }
  return null;
}

function wordsOf(command: string): readonly string[] {
  const split = splitCommand(command);
  return split.ok ? split.value : [];
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Half written: the sources are read without it.
    return null;
  }
}
