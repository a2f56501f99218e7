import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The environment variable that marks every process of one run, whatever it does to its parents. */
export const runMarker = 'MIZAN_RUN';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks since boot: tells a process from a later one with the same id. */
  readonly started: string;
  readonly isZombie: boolean;
}

/** Follows everything that a process starts, so that all of it can be ended. */
export interface ProcessTree {
  /** Notes the descendants of the moment; called while the run goes on, so that orphans stay known. */
  sample(): void;
  /** Asks politely: SIGTERM to the process group. */
  askToStop(): void;
  /** Ends the whole tree and waits until it is gone. Returns how many processes would not die; 0 is the rule. */
  end(): Promise<number>;
}

const quietRounds = 2;
const roundLimit = 200;
const roundPauseMs = 5;

/** `marker` is the value of `runMarker` in the environment of the run. `root` leads its own process group. */
export function followProcessTree(root: number, marker: string): ProcessTree {
  const known = new Map<number, string>();

  const members = (): ProcessEntry[] => {
    const all = listProcesses();
    const inTree = new Set<number>([root]);
    for (const entry of all) {
      if (known.get(entry.pid) === entry.started || carriesMarker(entry.pid, marker)) inTree.add(entry.pid);
    }
    for (let grew = true; grew; ) {
      const before = inTree.size;
      for (const entry of all) if (inTree.has(entry.parent)) inTree.add(entry.pid);
      grew = inTree.size > before;
    }
    const found = all.filter((entry) => inTree.has(entry.pid) && !entry.isZombie && entry.pid !== process.pid);
    for (const entry of found) known.set(entry.pid, entry.started);
    return found;
  };

  return {
    sample() {
      members();
    },
    askToStop() {
      signalGroup(root, 'SIGTERM');
    },
    async end() {
      let quiet = 0;
      let survivors: ProcessEntry[] = [];
      for (let round = 0; round < roundLimit && quiet < quietRounds; round += 1) {
        signalGroup(root, 'SIGKILL');
        survivors = members();
        for (const { pid } of survivors) signal(pid, 'SIGKILL');
        quiet = survivors.length === 0 ? quiet + 1 : 0;
        if (quiet < quietRounds) await wait(roundPauseMs);
      }
      return survivors.length;
    },
  };
}

function signalGroup(leader: number, name: NodeJS.Signals): void {
  signal(process.platform === 'win32' ? leader : -leader, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // ESRCH: it is gone already, which is what was wanted. EPERM: a zombie's group on some systems.
    if (!isSystemError(error, ['ESRCH', 'EPERM'])) throw error;
  }
}

/** All processes of this machine; only Linux tells, elsewhere the process group has to do. */
function listProcesses(): ProcessEntry[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readProc(`/proc/${name}/stat`);
      // The program name in parentheses may hold anything, so the fields count from the last one.
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields === undefined) return [];
      const [state, parent] = fields;
      return [{ pid: Number(name), parent: Number(parent), started: fields[19] ?? '', isZombie: state === 'Z' }];
    });
}

function carriesMarker(pid: number, marker: string): boolean {
  return readProc(`/proc/${pid}/environ`)?.includes(`${runMarker}=${marker}`) === true;
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    // Processes end while they are being looked at, and those of other users keep their environment to themselves.
    if (isSystemError(error, ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'])) return null;
    throw error;
  }
}

function isSystemError(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
