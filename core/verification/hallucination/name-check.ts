import type { HallucinationRules } from '../policy/rules.ts';
import type { ProjectTree } from '../project/tree.ts';
import type { DimensionFindings } from '../result.ts';

/** Is told a file before it is looked at, so that whoever waits knows which one takes long. */
export type Looking = (path: string) => void;

/** What one language knows about names that exist: names in these files that nothing defines (V5). */
export type NameCheck = (
  tree: ProjectTree,
  files: readonly string[],
  rules: HallucinationRules,
  looking: Looking,
) => DimensionFindings | Promise<DimensionFindings>;
