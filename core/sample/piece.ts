/** Files by their path in the work tree. */
export type Files = Readonly<Record<string, string>>;

/** One piece of bundled work: what was asked, what was there, what the fictional agent did and what it said. */
export interface Piece {
  readonly taskId: string;
  readonly agentId: string;
  readonly objective: string;
  readonly criteria: readonly string[];
  readonly requiredFiles: readonly string[];
  /** A script of the work tree, run by Node; null when the contract asks for no tests. */
  readonly testScript: string | null;
  readonly before: Files;
  /** Files that the agent wrote, whole. */
  readonly change: Files;
  /** What the agent printed at the end. */
  readonly report: string;
}
