/** What every rule of the five dimensions means, for people: the page that explains it. Pure data. */
import { complexityRules } from './complexity.ts';
import { fileRules } from './files.ts';
import { hallucinationRules } from './hallucination.ts';
import { rewardHackingRules } from './reward-hacking.ts';
import type { RuleText } from './rule.ts';
import { scopeRules } from './scope.ts';
import { semanticRules } from './semantics.ts';
import { styleRules } from './style.ts';

export type { RuleText } from './rule.ts';

/** Every rule, in the order of the dimensions. */
export const ruleTexts: readonly RuleText[] = [
  ...scopeRules,
  ...hallucinationRules,
  ...styleRules,
  ...semanticRules,
  ...complexityRules,
  ...rewardHackingRules,
  ...fileRules,
];

/** The rule of this name, or null. */
export function ruleText(rule: string): RuleText | null {
  return ruleTexts.find((known) => known.rule === rule) ?? null;
}
