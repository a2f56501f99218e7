import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { RuleSet } from '../policy/rules.ts';
import type { FileContent, ProjectChange, ProjectTree } from '../project/tree.ts';
import type { Unit, UnitFindings } from './unit.ts';

/** What a unit read of a tree, with a digest of what it found there. */
export type Reads = readonly (readonly [path: string, digest: string])[];

const stored = z.object({
  head: z.array(z.tuple([z.string(), z.string()])),
  base: z.array(z.tuple([z.string(), z.string()])),
  findings: z.custom<UnitFindings>((value) => typeof value === 'object' && value !== null && 'violations' in value),
});

/** Raised when units find something else in the same files. */
const format = 12;
const mostEntries = 400;

/**
 * Findings of earlier verifications in a folder that may be deleted at any time. An entry counts only while every file
 * its unit read, and every file it looked for in vain, is still the same. Whoever can write the folder can write
 * findings, so work under a contract is verified without it.
 */
export class FindingsCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What the unit found last time, or null. */
  find(change: ProjectChange, rules: RuleSet, unit: Unit): UnitFindings | null {
    const entry = this.#read(keyOf(change, rules, unit));
    if (entry === null) return null;
    const isSame = (tree: ProjectTree | null, reads: Reads) =>
      tree === null ? reads.length === 0 : reads.every(([path, digest]) => digestOf(tree.read(path)) === digest);
    return isSame(change.head, entry.head) && isSame(change.base, entry.base) ? entry.findings : null;
  }

  /** Remembers what a unit found. A folder that cannot be written costs only time. */
  keep(change: ProjectChange, rules: RuleSet, unit: Unit, head: Reads, base: Reads, findings: UnitFindings): void {
    const path = join(this.#folder, `${keyOf(change, rules, unit)}.json`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const partial = `${path}.${process.pid}`;
      writeFileSync(partial, JSON.stringify({ head, base, findings }), { mode: 0o600 });
      renameSync(partial, path);
      this.#prune();
    } catch {
      return;
    }
  }

  #read(key: string): z.output<typeof stored> | null {
    try {
      const entry = stored.safeParse(JSON.parse(readFileSync(join(this.#folder, `${key}.json`), 'utf8')));
      return entry.success ? entry.data : null;
    } catch {
      // Not there, or cut off: it is found again.
      return null;
    }
  }

  #prune(): void {
    const names = readdirSync(this.#folder);
    if (names.length <= mostEntries) return;
    const aged = names.map((name) => ({ name, time: statSync(join(this.#folder, name)).mtimeMs }));
    aged.sort((one, other) => one.time - other.time);
    for (const { name } of aged.slice(0, names.length - mostEntries / 2))
      rmSync(join(this.#folder, name), { force: true });
  }
}

/** A digest of what was read; every kind of outcome has its own. */
export function digestOf(content: FileContent): string {
  switch (content.kind) {
    case 'text':
      return hash(content.text);
    case 'unreadable':
      return content.outcome;
    case 'absent':
      return 'absent';
  }
}

/** Everything but the contents of files: what is asked, which files there are, which packages are installed. */
function keyOf({ base, head }: ProjectChange, rules: RuleSet, unit: Unit): string {
  const trees = [head, base].map((tree) => (tree === null ? null : [tree.root, hash(tree.paths().join('\0'))]));
  return hash(JSON.stringify([format, unit, rules, trees, packagesStamp(head.root)]));
}

/** npm and pip rewrite one of these whenever what is installed changes. */
function packagesStamp(root: string | null): readonly string[] {
  const places = [
    'node_modules/.package-lock.json',
    'node_modules/.yarn-integrity',
    'node_modules/.modules.yaml',
    'node_modules',
    '.venv',
  ];
  return places.map((place) => {
    try {
      const { mtimeMs, size } = statSync(join(root ?? '', place));
      return `${mtimeMs} ${size}`;
    } catch {
      return '';
    }
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
