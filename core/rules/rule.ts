/** A rule of the five dimensions, explained. */
export interface RuleText {
  /** `complexity/cyclomatic`. */
  readonly rule: string;
  readonly title: string;
  /** Null for rules about files and syntax, which the first dimension that reads them reports. */
  readonly dimension: 'scope' | 'hallucination' | 'style' | 'semantics' | 'complexity' | null;
  readonly severity: 'error' | 'warning';
  readonly meaning: string;
  readonly example: { readonly bad: string; readonly good: string; readonly language: string };
  readonly why: string;
  /** The field of a policy that sets it; null when it always holds. */
  readonly setting: string | null;
  readonly source: string;
}
