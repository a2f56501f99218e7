import type { Announcer, AuditReport } from '../api/index.ts';
import type { JobControl } from '../jobs/index.ts';
import type { Problem, Result } from '../problem/index.ts';
import type { Sample } from '../sample/index.ts';
import type { Session, Workspace } from '../session/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import type { DebatePlayers } from './debates.ts';

export interface BackgroundParts {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly configFolder: string;
  /** For git, and for the agents and checks of the sample. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly announcer: Announcer;
  readonly workspace: Workspace;
  readonly session: Session;
  readonly sample: Sample;
  /** Makes of a thrown bug what a person is shown. */
  readonly onBug: (error: unknown) => Problem;
}

export interface Started {
  readonly jobId: string;
}

/** Starts one job: what it is called, what it does, and what is said when it is done. */
export type Start = <T>(
  what: string,
  work: (control: JobControl) => Promise<Result<T>>,
  tell: (value: T) => { readonly message: string; readonly audit?: AuditReport },
) => Started;

/** Which job works on which run, and who plays which debate. */
export interface Working {
  readonly resuming: Map<string, string>;
  readonly players: DebatePlayers;
}
