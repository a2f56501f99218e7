/** Runs language-neutral cases against the real rooms. test/conformance/README.md describes the format. */
export type { ConformanceKind } from './kind.ts';
export { type CaseFile, loadCases } from './load.ts';
export { conformanceKinds } from './registry.ts';
export { type CaseResult, runFile } from './run.ts';
