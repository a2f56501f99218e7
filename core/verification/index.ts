export { globMatches } from './dimensions/scope.ts';
export { FindingsCache } from './engine/findings-cache.ts';
export type { VerificationWorld } from './engine/world.ts';
export type { FunctionModel, LanguageId, SourceLanguage, SourceModel } from './languages/model.ts';
export { languageNamed, languageOf, readSource } from './languages/registry.ts';
export { findPolicy, loadPolicyFile, ownPolicyFiles, policyNamed } from './policy/load.ts';
export { parsePolicy, parseRules, type VerificationPolicy } from './policy/policy.ts';
export { defaultPolicyName, standardPolicies } from './policy/standard.ts';
export {
  type ChangedFile,
  classify,
  type FileContent,
  normalisePath,
  type ProjectChange,
  type ProjectTree,
  textOf,
} from './project/tree.ts';
export { folderTree, memoryTree, treeBefore } from './project/tree-of.ts';
export { verificationToJson, violationToJson } from './report/json.ts';
export { verificationToSarif } from './report/sarif.ts';
export { dimensionTitles, formatVerificationReport } from './report/text.ts';
export {
  type AgentVerificationResult,
  type Dimension,
  type DimensionResult,
  dimensions,
  type Violation,
  verificationPassed,
} from './result.ts';
export { prepareVerification, type VerificationTask } from './run.ts';
export { systemTools } from './toolchains/system-tools.ts';
export { verifyChange, verifyInThisThread } from './verify.ts';
