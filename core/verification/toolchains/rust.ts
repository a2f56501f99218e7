import { z } from 'zod';
import type { ProjectTree } from '../project/tree.ts';
import type { ToolCall, Toolchain, ToolReading } from './toolchain.ts';
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
  const { errors, isBuilt } = reported(output);
  const read = errors.flatMap((error) => {
    const place = error.spans.find(({ is_primary }) => is_primary);
    const marked = place === undefined ? '' : textAt(place);
    const wrong = missingInRust(error.code?.code ?? null, error.message, place?.label ?? null, marked);
    return wrong === null ? [] : [{ wrong: { ...wrong, nearest: similarIn(error) }, place }];
  });
  const names = read.flatMap(({ wrong, place }) => {
    if (place === undefined) return [];
    // Members of a workspace are named from its top.
    const file = known.has(folder + place.file_name) ? folder + place.file_name : place.file_name;
    return [toolName(file, place.line_start, wrong)];
  });
  // Rust looks at members once every other name is known.
  const stopsEarly = read.some(({ wrong: { rule } }) => rule === 'name' || rule === 'import' || rule === 'package');
  const reason =
    !isBuilt && errors.length === 0 ? `cargo could not check the package: ${complaint(output, code)}` : null;
  const early = stopsEarly ? 'Rust looks at members only once every other name is known' : null;
  const left = reason ?? early;
  return { names, unseen: left === null ? [] : files.map((file) => ({ file, reason: left })) };
}

const finished = z.object({ reason: z.literal('build-finished'), success: z.boolean() });

type Message = z.infer<typeof message>['message'];

function similarIn({ children }: Message): string | null {
  const similar = children.find(({ message: said }) => /similar name/.test(said));
  return similar?.spans[0]?.suggested_replacement ?? null;
}

/** The errors that cargo printed, and whether it says that it built everything. */
function reported(output: string): {
  readonly errors: readonly Message[];
  readonly isBuilt: boolean;
} {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  const records = lines.map(parseJson);
  const errors = records.flatMap((record) => {
    const parsed = message.safeParse(record);
    return parsed.success && parsed.data.message.level === 'error' ? [parsed.data.message] : [];
  });
  return { errors, isBuilt: records.some((record) => finished.safeParse(record).data?.success === true) };
}

/** An error of rustc: its text, the first two names in it, what stands at its place and the label there. */
interface RustError {
  readonly text: string;
  readonly first: string;
  readonly second: string | null;
  readonly label: string | null;
  readonly marked: string;
}

type ReadError = (error: RustError) => WrongName | null;

const unresolvedImport: ReadError = ({ first, label }) => {
  const parts = first.split('::');
  const isPackage = parts.length === 1 || /unlinked crate|undeclared crate/.test(label ?? '');
  if (isPackage) return { rule: 'package', symbol: parts[0] ?? first };
  return { rule: 'import', symbol: parts.at(-1) ?? first, owner: parts.slice(0, -1).join('::') };
};
const nameOrMember: ReadError = ({ first, second, text }) =>
  second === null
    ? { rule: 'name', symbol: first, isCall: text.includes('function') }
    : { rule: 'member', symbol: first, owner: second };
const member: ReadError = ({ first, second }) => ({ rule: 'member', symbol: first, owner: second });

/** How an error is read by its code: https://doc.rust-lang.org/error_codes */
const readings: ReadonlyMap<string, ReadError> = new Map([
  ['E0432', unresolvedImport],
  ['E0463', ({ first }) => ({ rule: 'package', symbol: first })],
  ['E0583', ({ first }) => ({ rule: 'import', symbol: first })],
  ...['E0405', 'E0412', 'E0425', 'E0433', 'E0531', 'E0574'].map((code) => [code, nameOrMember] as const),
  ...['E0407', 'E0437', 'E0438', 'E0609', 'E0610'].map((code) => [code, member] as const),
  ['E0560', ({ first, second }) => ({ rule: 'member', symbol: second ?? first, owner: first })],
  // "The method exists, but its trait bounds were not satisfied" is another thing.
  ['E0599', (error) => (error.text.startsWith('no ') ? member(error) : null)],
  ['E0061', ({ marked }) => ({ rule: 'arity', symbol: marked })],
]);

/** What an error of rustc says is missing, by its code; null when it is about something else. */
export function missingInRust(
  code: string | null,
  text: string,
  label: string | null,
  marked: string,
): WrongName | null {
  const names = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const [first = '', second = null] = names;
  if (code === null) return text.startsWith('cannot find') ? { rule: 'name', symbol: first } : null;
  return readings.get(code)?.({ text, first, second, label, marked }) ?? null;
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
