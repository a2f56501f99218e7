import { required } from '../../problem/index.ts';
import type { VerificationPolicy } from './policy.ts';

const strictCodeGeneration: VerificationPolicy = {
  name: 'strict-code-generation',
  agentType: 'code-writer',
  rules: {
    scope: { allowedPaths: null, forbiddenPaths: ['.git/', 'node_modules/', '**/node_modules/'] },
    hallucination: { checkLanguageSymbols: true, checkProjectApis: true, projectRoot: null },
    style: { namingConvention: 'any', requireDocstrings: true, maxLineLength: 120 },
    semantics: { preserveExports: true, preserveSignatures: true },
    complexity: { maxLinesPerFunction: 50, maxNestingDepth: 4, maxCyclomaticComplexity: 10 },
  },
};

const lenientRefactoring: VerificationPolicy = {
  name: 'lenient-refactoring',
  agentType: 'refactorer',
  rules: {
    scope: { allowedPaths: null, forbiddenPaths: ['.git/', 'node_modules/', '**/node_modules/'] },
    hallucination: { checkLanguageSymbols: true, checkProjectApis: true, projectRoot: null },
    style: { namingConvention: 'any', requireDocstrings: false, maxLineLength: 160 },
    semantics: { preserveExports: true, preserveSignatures: false },
    complexity: { maxLinesPerFunction: 100, maxNestingDepth: 6, maxCyclomaticComplexity: 20 },
  },
};

const documentationOnly: VerificationPolicy = {
  name: 'documentation-only',
  agentType: 'documentation-writer',
  rules: {
    scope: {
      allowedPaths: ['docs/', 'doc/', '**/*.md', '**/*.rst', '**/*.adoc', '**/*.txt', 'LICENSE', 'CHANGELOG'],
      forbiddenPaths: ['.git/', '**/requirements*.txt', '**/CMakeLists.txt'],
    },
    hallucination: null,
    style: null,
    semantics: null,
    complexity: null,
  },
};

/** The policies that every installation has. */
export const standardPolicies: readonly VerificationPolicy[] = [
  strictCodeGeneration,
  lenientRefactoring,
  documentationOnly,
];

/** What `quick-verify` uses (seed 004: "standard default policy"). */
export const defaultPolicyName = required(standardPolicies[0], 'the default policy').name;
