import type { ProjectTree } from '../../../core/verification/index.ts';

export type CorpusLanguage = 'TypeScript' | 'JavaScript' | 'Python' | 'Common Lisp' | 'Go' | 'Java' | 'C';

/** Real sources that are planted: a tree, and which of its files. */
export interface Corpus {
  readonly language: CorpusLanguage;
  readonly name: string;
  readonly tree: ProjectTree;
  readonly files: readonly string[];
  /** True: its compiler stops at the first wrong name of some kinds, so that each has to be planted alone. */
  readonly isAlone?: boolean;
}
