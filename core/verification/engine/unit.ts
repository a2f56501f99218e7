import type { LanguageId } from '../languages/model.ts';
import type { ChangedFile } from '../project/tree.ts';
import type { Dimension, Inconclusive, Violation } from '../result.ts';
import type { ToolLanguage } from '../toolchains/toolchain.ts';
import { type Spent, spentInAll } from './stopwatch.ts';

/** Languages whose names Mizan looks up together. */
export type ReadFamily = (typeof readFamilies)[number];
export const readFamilies = ['typescript', 'python', 'common-lisp'] as const;

/** Languages whose names are looked up together, by Mizan or by a compiler of this machine. */
export type NameFamily = ReadFamily | ToolLanguage;

/** A piece of work that one verifier does in one go. */
export type Unit =
  /** Style, semantics and complexity of each file. */
  | { readonly kind: 'sources'; readonly files: readonly ChangedFile[] }
  /** Signatures of TypeScript by their types. */
  | { readonly kind: 'types'; readonly files: readonly ChangedFile[] }
  /** Names that nothing defines, against all files of the family at once. */
  | { readonly kind: 'names'; readonly family: ReadFamily; readonly files: readonly ChangedFile[] };

/** Files whose names a compiler looks up. */
export interface ToolUnit {
  readonly language: ToolLanguage;
  readonly files: readonly ChangedFile[];
}

/** Why one dimension knows nothing, about one file or about all. */
export interface Opening extends Inconclusive {
  readonly dimension: Dimension;
}

/** Names that a file offered in the base and offers no more, so that those who use them may break. */
export interface LostNames {
  readonly file: string;
  readonly names: readonly string[];
}

export interface UnitFindings {
  readonly violations: readonly Violation[];
  readonly open: readonly Opening[];
  readonly lost: readonly LostNames[];
  readonly spent: Spent;
}

export const noFindings: UnitFindings = { violations: [], open: [], lost: [], spent: {} };

/** The findings of several units as one, in their order; nothing is matched or left out. */
export function joined(all: readonly UnitFindings[]): UnitFindings {
  return {
    violations: all.flatMap(({ violations }) => violations),
    open: all.flatMap(({ open }) => open),
    lost: all.flatMap(({ lost }) => lost),
    spent: spentInAll(all.map(({ spent }) => spent)),
  };
}

/** The dimensions that read sources: what a whole file leaves open is open in each of them that has rules. */
export const readingDimensions = ['style', 'semantics', 'complexity'] as const;

const families: Readonly<Partial<Record<LanguageId, NameFamily>>> = {
  typescript: 'typescript',
  javascript: 'typescript',
  python: 'python',
  'common-lisp': 'common-lisp',
  c: 'c-family',
  cpp: 'c-family',
  go: 'go',
  java: 'java',
  rust: 'rust',
};

/** Null: names of this language are not looked up. */
export function familyOf(language: LanguageId): NameFamily | null {
  return families[language] ?? null;
}
