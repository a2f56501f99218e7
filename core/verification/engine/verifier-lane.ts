import { required } from '../../problem/index.ts';
import type { EpochMilliseconds } from '../../world/index.ts';
import type { Answer, Order } from './messages.ts';
import type { ReadFamily, Unit } from './unit.ts';
import { startVerifier, type VerifierProcess } from './verifier-process.ts';

/** How a unit ended: done, or with the file that was looked at when the verifier went away. */
export type UnitEnding =
  | Extract<Answer, { kind: 'found' }>
  | { readonly kind: 'gone'; readonly path: string | null; readonly reason: string };

/** One verifier at a time, started again after each that had to be ended. */
export class VerifierLane {
  readonly #clock: () => EpochMilliseconds;
  readonly #looking: (path: string) => void;
  #process: VerifierProcess | null = null;
  #end: ((ending: UnitEnding) => void) | null = null;
  #path: string | null = null;
  #since: EpochMilliseconds = 0;
  #knows = new Set<ReadFamily>();

  constructor(clock: () => EpochMilliseconds, looking: (path: string) => void) {
    this.#clock = clock;
    this.#looking = looking;
  }

  /** Whether it has read the declarations of this family already. */
  knows(unit: Unit): boolean {
    const family = familyOfUnit(unit);
    return family !== null && this.#knows.has(family);
  }

  /** Ends a verifier that has read nothing a later unit could want again: its memory is worth more than its start. */
  rest(): void {
    if (this.#knows.size === 0) this.close();
  }

  /** Ends the verifier: at once when it works on something, else it may put its own things in order. */
  close(): void {
    if (this.#end !== null) {
      this.stop('The verification was cancelled');
      return;
    }
    this.#process?.release();
    this.#process = null;
    this.#knows = new Set();
  }

  /** Milliseconds since the last sign that the work goes on; 0 when there is none to do. */
  silence(): number {
    return this.#end === null ? 0 : this.#clock() - this.#since;
  }

  /** Does one unit. `change` is what a new verifier is told first. */
  run(unit: Unit, change: () => Order): Promise<UnitEnding> {
    return new Promise((resolve) => {
      this.#end = (ending) => {
        this.#end = null;
        resolve(ending);
      };
      this.#path = null;
      this.#since = this.#clock();
      if (this.#process === null) this.#start().send(change());
      const family = familyOfUnit(unit);
      if (family !== null) this.#knows.add(family);
      required(this.#process, 'a verifier').send({ kind: 'unit', unit });
    });
  }

  /** Ends the verifier and tells who waits for it. */
  stop(reason: string): void {
    this.#process?.kill();
    this.#process = null;
    this.#knows = new Set();
    this.#end?.({ kind: 'gone', path: this.#path, reason });
  }

  #start(): VerifierProcess {
    const started = startVerifier(
      (answer) => {
        if (this.#process === started) this.#hear(answer);
      },
      (reason) => {
        if (this.#process === started) this.stop(whyEnded(reason));
      },
    );
    this.#process = started;
    return started;
  }

  #hear(answer: Answer): void {
    switch (answer.kind) {
      case 'looking':
        this.#path = answer.path;
        this.#since = this.#clock();
        this.#looking(answer.path);
        return;
      case 'found':
        this.#end?.(answer);
    }
  }
}

function whyEnded(lastWords: string): string {
  const isTooDeep = /Maximum call stack|overflowed its stack/.test(lastWords);
  return isTooDeep ? 'The file is nested too deeply to be read' : `The file made its reader end (${lastWords})`;
}

/** The family whose declarations a unit reads. */
function familyOfUnit(unit: Unit): ReadFamily | null {
  switch (unit.kind) {
    case 'names':
      return unit.family;
    case 'types':
      return 'typescript';
    case 'sources':
      return null;
  }
}
