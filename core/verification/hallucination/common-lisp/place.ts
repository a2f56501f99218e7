import type { HallucinationRules } from '../../policy/rules.ts';
import type { Library } from './libraries.ts';
import type { LispProject } from './project.ts';

/** Where calls stand: a source of a project, and what it uses from outside. */
export interface LispPlace {
  readonly file: string;
  readonly project: LispProject;
  readonly rules: HallucinationRules;
  /** Packages outside the project that the source uses. */
  readonly open: readonly string[];
  /** Those among them that Mizan knows. */
  readonly libraries: readonly Library[];
}
