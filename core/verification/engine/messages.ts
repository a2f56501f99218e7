import type { RuleSet } from '../policy/rules.ts';
import type { ChangedFile, TreeSnapshot } from '../project/tree.ts';
import type { Reads } from './findings-cache.ts';
import type { Unit, UnitFindings } from './unit.ts';

/** To a verifier: first the change, then one unit at a time. */
export type Order =
  | {
      readonly kind: 'change';
      readonly base: TreeSnapshot | null;
      readonly head: TreeSnapshot;
      readonly files: readonly ChangedFile[];
      readonly rules: RuleSet;
    }
  | { readonly kind: 'unit'; readonly unit: Unit };

/** From a verifier: the file it begins with, or what the unit gave. */
export type Answer =
  | { readonly kind: 'looking'; readonly path: string }
  /** With everything that was read for it, on both sides. */
  | { readonly kind: 'found'; readonly findings: UnitFindings; readonly head: Reads; readonly base: Reads };
