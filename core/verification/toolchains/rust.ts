import { z } from 'zod';
import type { ProjectTree } from '../project/tree.ts';
import type { ToolCall, Toolchain, ToolName, ToolReading } from './toolchain.ts';
import { toolName, type WrongName } from './wording.ts';

/**
 * Rust by `cargo check`. It runs build scripts and procedural macros of the project and its packages, so it is asked in
 * a sandbox alone: without a network, on a copy that it can only read.
 */
export const rust: Toolchain = {
  language: 'rust',
  runsProjectCode: true,
  memoryMiB: 6144,
  reads: () => true,
  needsNames: true,
  environment: (scratch) => ({
    CARGO_TARGET_DIR: `${scratch}/target`,
    CARGO_NET_OFFLINE: 'true',
    CARGO_INCREMENTAL: '0',
  }),
  calls(tree, files) {
    const manifests = tree.paths().filter((path) => /(^|\/)Cargo\.toml$/.test(path));
    const folders = manifests
      .map((path) => path.slice(0, -'Cargo.toml'.length))
      .sort((one, other) => other.length - one.length);
    const grouped = new Map<string, string[]>();
    const unseen = files.flatMap((file) => {
      const folder = folders.find((one) => file.startsWith(one));
      if (folder === undefined) return [{ file, reason: 'No Cargo.toml says what this file is part of' }];
      grouped.set(folder, [...(grouped.get(folder) ?? []), file]);
      return [];
    });
    const calls = [...grouped].map(([folder, some]) => ({
      program: 'cargo',
      install: 'cargo',
      arguments: ['check', '--offline', '--all-targets', '--message-format=json', '--quiet'],
      folder,
      files: some,
    }));
    return { calls, unseen };
  },
  read,
};

const message = z.object({
  reason: z.literal('compiler-message'),
  message: z.object({
    level: z.string(),
    message: z.string(),
    code: z.object({ code: z.string() }).nullable(),
    spans: z.array(
      z.object({
        file_name: z.string(),
        line_start: z.number(),
        column_start: z.number(),
        column_end: z.number(),
        is_primary: z.boolean(),
        label: z.string().nullable(),
        text: z.array(z.object({ text: z.string() })),
      }),
    ),
    children: z.array(
      z.object({ message: z.string(), spans: z.array(z.object({ suggested_replacement: z.string().nullable() })) }),
    ),
  }),
});

function read({ folder, files }: ToolCall, output: string, code: number, tree: ProjectTree): ToolReading {
  const known = new Set(tree.paths());
  const names: ToolName[] = [];
  let hasErrors = false;
  let stopsEarly = false;
  const built = new Set<boolean>();
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    const json = parseJson(line);
    const finished = z.object({ reason: z.literal('build-finished'), success: z.boolean() }).safeParse(json);
    if (finished.success) built.add(finished.data.success);
    const parsed = message.safeParse(json);
    if (!parsed.success || parsed.data.message.level !== 'error') continue;
    hasErrors = true;
    const { message: text, code: about, spans, children } = parsed.data.message;
    const place = spans.find(({ is_primary }) => is_primary);
    const wrong = missingInRust(
      about?.code ?? null,
      text,
      place?.label ?? null,
      place === undefined ? '' : textAt(place),
    );
    if (wrong === null) continue;
    // Rust looks at members once every other name is known.
    stopsEarly ||= wrong.rule === 'name' || wrong.rule === 'import' || wrong.rule === 'package';
    const similar = children.find(({ message: said }) => /similar name/.test(said));
    const nearest = similar?.spans[0]?.suggested_replacement ?? null;
    if (place === undefined) continue;
    // Members of a workspace are named from its top.
    const file = known.has(folder + place.file_name) ? folder + place.file_name : place.file_name;
    names.push(toolName(file, place.line_start, { ...wrong, nearest }));
  }
  const reason =
    !built.has(true) && !hasErrors ? `cargo could not check the package: ${complaint(output, code)}` : null;
  const early = stopsEarly ? 'Rust looks at members only once every other name is known' : null;
  const left = reason ?? early;
  return { names, unseen: left === null ? [] : files.map((file) => ({ file, reason: left })) };
}

/** What an error of rustc says is missing, by its code; null when it is about something else. */
export function missingInRust(
  code: string | null,
  text: string,
  label: string | null,
  marked: string,
): WrongName | null {
  const names = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const [first = '', second = null] = names;
  switch (code) {
    case 'E0432': {
      const parts = first.split('::');
      const isPackage = parts.length === 1 || /unlinked crate|undeclared crate/.test(label ?? '');
      return isPackage
        ? { rule: 'package', symbol: parts[0] ?? first }
        : { rule: 'import', symbol: parts.at(-1) ?? first, owner: parts.slice(0, -1).join('::') };
    }
    case 'E0463':
      return { rule: 'package', symbol: first };
    case 'E0583':
      return { rule: 'import', symbol: first };
    case 'E0405':
    case 'E0412':
    case 'E0425':
    case 'E0433':
    case 'E0531':
    case 'E0574':
      return second === null
        ? { rule: 'name', symbol: first, isCall: text.includes('function') }
        : { rule: 'member', symbol: first, owner: second };
    case 'E0407':
    case 'E0437':
    case 'E0438':
    case 'E0560':
    case 'E0609':
    case 'E0610':
      return {
        rule: 'member',
        symbol: code === 'E0560' ? (second ?? first) : first,
        owner: code === 'E0560' ? first : second,
      };
    case 'E0599':
      // "The method exists, but its trait bounds were not satisfied" is another thing.
      return text.startsWith('no ') ? { rule: 'member', symbol: first, owner: second } : null;
    case 'E0061':
      return { rule: 'arity', symbol: marked };
    case null:
      return text.startsWith('cannot find') ? { rule: 'name', symbol: first } : null;
    default:
      return null;
  }
}

function textAt({
  text,
  column_start,
  column_end,
}: {
  text: readonly { text: string }[];
  column_start: number;
  column_end: number;
}) {
  return text[0]?.text.slice(column_start - 1, column_end - 1) ?? '';
}

function complaint(output: string, code: number): string {
  const said = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  return (said.find((line) => line.startsWith('error')) ?? said.at(-1) ?? `code ${code}`).slice(0, 300);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
