/** One start of a compiler on a copy of the project. */
export interface ToolRun {
  /** Its name, to be found among the programs of this machine and never among those of the project. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** The copy, which it may only read. */
  readonly project: string;
  /** An empty folder that it may fill. */
  readonly scratch: string;
  /** Where the project itself lies: no program is taken from there. */
  readonly root: string | null;
  /** Further files that it must be able to read. */
  readonly readable: readonly string[];
  /** Where in the copy it starts; empty: at its top. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of address space. */
  readonly memoryMiB: number;
  /** True: what it does may run code of the project, so that it needs a sandbox. */
  readonly runsProjectCode: boolean;
}

export type ToolOutcome =
  | { readonly kind: 'ended'; readonly code: number; readonly output: string }
  /** The program is not on this machine. */
  | { readonly kind: 'missing' }
  /** Nothing can be said, and why: no sandbox, too slow, too much output. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The compilers of this machine. */
export interface Tools {
  run(run: ToolRun): Promise<ToolOutcome>;
}
