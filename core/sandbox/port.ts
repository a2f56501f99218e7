import type { Result } from '../problem/index.ts';
import type { CapturedOutput } from './process/captured-output.ts';

/** One command to be run on an agent's work. */
export interface SandboxedRun {
  readonly command: readonly [string, ...string[]];
  /** The folder that stands for the work tree. */
  readonly workTree: string;
  /** Whether the command may write there. Nothing else on the machine may ever be written but `scratch`. */
  readonly writable: boolean;
  /** The path at which the command sees the work tree, where the provider can arrange it. */
  readonly seenAs: string;
  /** Further files and folders that the command must be able to read. */
  readonly readable: readonly string[];
  /** Where below the work tree it starts; left out: at its top. */
  readonly folder?: string;
  /** An empty folder of this run's own that the command may fill. */
  readonly scratch?: string;
  /** Further variables of its environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of address space, for each of its processes; left out: no limit. */
  readonly memoryMiB?: number;
  readonly input: string;
  readonly timeoutMs: number;
  readonly outputLimit: number;
  readonly signal: AbortSignal | null;
}

export type SandboxedEnding =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled' };

export interface SandboxedResult {
  readonly ending: SandboxedEnding;
  readonly output: CapturedOutput;
  readonly durationMs: number;
}

/** The exit code of a command that is not there, as shells give it. */
export const commandNotFound = 127;

/** A way to run what an agent made without trusting it: no network, a read-only system, no secrets, no survivors. */
export interface SandboxProvider {
  readonly name: 'bubblewrap' | 'sandbox-runtime' | 'none';
  /** False for `none`: results are marked unsandboxed and need a person. */
  readonly isolates: boolean;
  /** `sha256:` + hex over the policy, stored beside every result it produced. */
  readonly policyDigest: string;
  /** Error `sandbox-broken`: the sandbox failed, not the command; nothing is known about the work. */
  run(run: SandboxedRun): Promise<Result<SandboxedResult>>;
}
