import { blank } from './gap.ts';

const operand = String.raw`(?:!\s*)*(?:\(\s*(?:!\s*)*)*\w+(?:\s*\))*`;
const condition = String.raw`${operand}(?:\s*(?:&&|\|\||==|!=)\s*${operand})*`;
const directive = new RegExp(
  String.raw`^\s*#\s*(?:(?<start>if)\s*\b${condition}|(?<next>elif)\s*\b${condition}|(?<last>else)|(?<end>endif))\s*(?://.*)?$`,
);

/** A branch of an `#if`: which one it is, and of how many. */
interface Branch {
  readonly number: number;
  readonly group: { count: number };
}

/**
 * A C# source with one branch of every `#if`, once for each: the grammar wants whole members and statements in every
 * branch, the language does not. Null: it has no `#if`, or one that is not right.
 */
export function branchReadings(source: string): readonly string[] | null {
  const lines = source.split('\n');
  const groups: { count: number }[] = [];
  const open: Branch[] = [];
  const around: (readonly Branch[] | null)[] = [];
  for (const line of lines) {
    if (!/^\s*#\s*(?:if|elif|else|endif)\b/.test(line)) {
      around.push([...open]);
      continue;
    }
    const kind = directive.exec(line)?.groups;
    if (kind === undefined) return null;
    const current = kind.start === undefined ? open.pop() : undefined;
    if (kind.start === undefined && current === undefined) return null;
    if (kind.end === undefined) {
      const group = current?.group ?? { count: 0 };
      if (current === undefined) groups.push(group);
      open.push({ number: group.count, group });
      group.count += 1;
    }
    around.push(null);
  }
  if (groups.length === 0 || open.length > 0) return null;
  // An `#if` without another branch may also leave out its only one.
  const most = Math.max(2, ...groups.map(({ count }) => count));
  return Array.from({ length: most }, (_, reading) =>
    lines.map((line, at) => (isKept(around[at] ?? null, reading) ? line : blank(line))).join('\n'),
  );
}

function isKept(branches: readonly Branch[] | null, reading: number): boolean {
  if (branches === null) return false;
  return branches.every(
    ({ number, group: { count } }) => number === (count === 1 ? reading : Math.min(reading, count - 1)),
  );
}
