import type { Result } from '../../problem/index.ts';
import type { MachineDefinition } from '../config/definition.ts';
import type { CrashPoint } from '../ports.ts';
import type { RunJournal } from './journal.ts';
import type { MachineResult, MachineRuntime } from './runtime.ts';

/** How a run reaches the other runs of its process. */
export interface Family {
  /** Works on a run that is in the store already, until it ends, parks or is stopped. */
  drive(definition: MachineDefinition, executionId: string, stop: AbortSignal): Promise<Result<MachineResult>>;
  /** The same, without anybody waiting for it. */
  launch(definition: MachineDefinition, executionId: string): void;
}

/** What is at hand wherever one run is worked on. */
export interface RunSite {
  readonly runtime: MachineRuntime;
  readonly definition: MachineDefinition;
  readonly family: Family;
  readonly journal: RunJournal;
  notice(point: CrashPoint): void;
}
