/** Formats in and out. docs/contracts.md describes the SWE-bench import. */
export { type ImportSummary, importSweBench } from './swe-bench/import.ts';
