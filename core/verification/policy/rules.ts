import { z } from 'zod';

const pattern = z.string().min(1).max(4096);
const limit = z.number().int().min(0);

/** The rule records of seed 004 under their own names in snake_case; unknown fields are errors. */
export const scopeRules = z
  .strictObject({ allowed_paths: z.array(pattern).nullish(), forbidden_paths: z.array(pattern).nullish() })
  .transform((rules) => ({
    /** Null: every path is allowed. */
    allowedPaths: rules.allowed_paths ?? null,
    forbiddenPaths: rules.forbidden_paths ?? [],
  }));

export const hallucinationRules = z
  .strictObject({
    check_cl_symbols: z.boolean().nullish(),
    check_project_apis: z.boolean().nullish(),
    project_root: z.string().nullish(),
  })
  .transform((rules) => ({
    /** Names of the language itself, in every language (in Lisp the 978 symbols of COMMON-LISP). */
    checkLanguageSymbols: rules.check_cl_symbols ?? true,
    checkProjectApis: rules.check_project_apis ?? true,
    projectRoot: rules.project_root ?? null,
  }));

export const namingConventions = ['lisp-case', 'snake-case', 'camel-case', 'any'] as const;
const namingConvention = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/^:/, '').replaceAll('_', '-').toLowerCase() : value),
  z.enum(namingConventions),
);

export const styleRules = z
  .strictObject({
    naming_convention: namingConvention.nullish(),
    require_docstrings: z.boolean().nullish(),
    max_line_length: limit.nullish(),
  })
  .transform((rules) => ({
    namingConvention: rules.naming_convention ?? 'any',
    requireDocstrings: rules.require_docstrings ?? false,
    maxLineLength: rules.max_line_length ?? null,
  }));

export const semanticRules = z
  .strictObject({ preserve_exports: z.boolean().nullish(), preserve_signatures: z.boolean().nullish() })
  .transform((rules) => ({
    preserveExports: rules.preserve_exports ?? false,
    preserveSignatures: rules.preserve_signatures ?? false,
  }));

export const complexityRules = z
  .strictObject({
    max_lines_per_function: limit.nullish(),
    max_nesting_depth: limit.nullish(),
    max_cyclomatic_complexity: limit.nullish(),
  })
  .transform((rules) => ({
    maxLinesPerFunction: rules.max_lines_per_function ?? null,
    maxNestingDepth: rules.max_nesting_depth ?? null,
    maxCyclomaticComplexity: rules.max_cyclomatic_complexity ?? null,
  }));

export type ScopeRules = z.output<typeof scopeRules>;
export type HallucinationRules = z.output<typeof hallucinationRules>;
export type StyleRules = z.output<typeof styleRules>;
export type SemanticRules = z.output<typeof semanticRules>;
export type ComplexityRules = z.output<typeof complexityRules>;
export type NamingConvention = StyleRules['namingConvention'];

/** The five rule records; a dimension without rules is skipped (V3). */
export const ruleSet = z
  .strictObject({
    scope_rules: scopeRules.nullish(),
    hallucination_rules: hallucinationRules.nullish(),
    style_rules: styleRules.nullish(),
    semantic_rules: semanticRules.nullish(),
    complexity_rules: complexityRules.nullish(),
  })
  .transform((rules) => ({
    scope: rules.scope_rules ?? null,
    hallucination: rules.hallucination_rules ?? null,
    style: rules.style_rules ?? null,
    semantics: rules.semantic_rules ?? null,
    complexity: rules.complexity_rules ?? null,
  }));
export type RuleSet = z.output<typeof ruleSet>;
