import { fail, ok, type Result } from '../../problem/index.ts';
import type { RuleSet } from '../policy/rules.ts';
import type { FileContent, ProjectChange, TreeSnapshot } from '../project/tree.ts';
import type { Order } from './messages.ts';
import { noFindings, type Opening, readingDimensions, type Unit, type UnitFindings } from './unit.ts';
import { VerifierLane } from './verifier-lane.ts';
import { outOfTime, type TimeBudget, usualBudget, type VerificationWorld } from './world.ts';

const givenUp: FileContent = { kind: 'unreadable', outcome: 'given-up' };

/** Verifiers that share out the units of one verification. */
export class VerifierPool {
  readonly #change: ProjectChange;
  readonly #rules: RuleSet;
  readonly #world: VerificationWorld;
  readonly #lanes: readonly VerifierLane[];
  /** Files that cost a verifier its life: the next one does not see them. */
  readonly #givenUp = new Set<string>();
  readonly #begun = new Set<string>();
  readonly #budget: TimeBudget;
  readonly #deadline: number;
  readonly #stopWatching: () => void;
  #total = 0;

  constructor(change: ProjectChange, rules: RuleSet, size: number, world: VerificationWorld) {
    this.#change = change;
    this.#rules = rules;
    this.#world = world;
    const { clock, ticker, signal } = world;
    this.#budget = world.budget ?? usualBudget;
    this.#deadline = clock.now() + this.#budget.totalMs;
    this.#lanes = Array.from(
      { length: Math.max(1, size) },
      () =>
        new VerifierLane(
          () => clock.now(),
          (path) => this.#looking(path),
        ),
    );
    const cancel = () => this.close();
    signal?.addEventListener('abort', cancel);
    const stopTicking = ticker.every(100, () => this.#watch());
    this.#stopWatching = () => {
      stopTicking();
      signal?.removeEventListener('abort', cancel);
    };
  }

  /** Does all units, several at a time. Error: `cancelled`. */
  async run(units: readonly Unit[]): Promise<Result<readonly UnitFindings[]>> {
    const queue: Unit[] = [];
    const found: UnitFindings[] = [];
    const { cache } = this.#world;
    for (const unit of units) this.#total += unit.files.length;
    for (const unit of units) {
      const known = cache?.find(this.#change, this.#rules, unit) ?? null;
      if (known === null) queue.push(unit);
      else found.push(known);
    }
    // Who has read the declarations of a family already goes first, so that it can take that family again.
    const lanes = [...this.#lanes].sort(
      (one, other) => Number(units.some((unit) => other.knows(unit))) - Number(units.some((unit) => one.knows(unit))),
    );
    await Promise.all(
      lanes.map(async (lane) => {
        const others = this.#lanes.filter((other) => other !== lane);
        for (let unit = take(queue, lane, others); unit !== undefined; unit = take(queue, lane, others)) {
          found.push(...(await this.#work(lane, unit)));
        }
        lane.rest();
      }),
    );
    return this.#world.signal?.aborted === true ? fail('cancelled', 'The verification was cancelled') : ok(found);
  }

  /** Ends all verifiers. */
  close(): void {
    this.#stopWatching();
    for (const lane of this.#lanes) lane.close();
  }

  async #work(lane: VerifierLane, unit: Unit): Promise<readonly UnitFindings[]> {
    const found: UnitFindings[] = [];
    let left = unit;
    while (left.files.length > 0) {
      if (this.#world.signal?.aborted === true) return [];
      if (this.#isLate()) return [...found, this.#leftOpen(left, outOfTime)];
      const ending = await lane.run(left, () => this.#order());
      if (ending.kind === 'found') {
        const { head, base, findings } = ending;
        // What was found without a file that had to be given up is not the whole.
        if (this.#givenUp.size === 0) this.#world.cache?.keep(this.#change, this.#rules, left, head, base, findings);
        return [...found, findings];
      }
      const { path, reason } = ending;
      if (path === null || this.#isLate()) return [...found, this.#leftOpen(left, this.#isLate() ? outOfTime : reason)];
      this.#givenUp.add(path);
      const culprit = left.files.filter((file) => file.path === path || file.basePath === path);
      found.push(this.#leftOpen({ ...left, files: culprit }, reason));
      left = { ...left, files: left.files.filter((file) => !culprit.includes(file)) };
    }
    return found;
  }

  /** The change without the files that were given up. */
  #order(): Order {
    const { base, head, files } = this.#change;
    const without = (snapshot: TreeSnapshot): TreeSnapshot => ({
      ...snapshot,
      known: [...snapshot.known, ...[...this.#givenUp].map((path) => [path, givenUp] as const)],
    });
    return {
      kind: 'change',
      base: base === null ? null : without(base.snapshot),
      head: without(head.snapshot),
      files,
      rules: this.#rules,
    };
  }

  #looking(path: string): void {
    this.#begun.add(path);
    this.#world.progress(Math.min(this.#begun.size, this.#total), this.#total);
  }

  #watch(): void {
    for (const lane of this.#lanes) {
      if (this.#isLate() && lane.silence() > 0) lane.stop(outOfTime);
      else if (lane.silence() > this.#budget.fileMs)
        lane.stop(`The file was given up after ${this.#budget.fileMs / 1000} s`);
    }
  }

  #isLate(): boolean {
    return this.#world.clock.now() >= this.#deadline;
  }

  #leftOpen(unit: Unit, reason: string): UnitFindings {
    const asked = { names: ['hallucination'], types: ['semantics'], sources: readingDimensions } as const;
    const dimensions = asked[unit.kind].filter((dimension) => this.#rules[dimension] !== null);
    const open = unit.files.flatMap(({ path }) =>
      dimensions.map((dimension): Opening => ({ dimension, file: path, reason })),
    );
    return { ...noFindings, open };
  }
}

/** The next unit of a lane. What rests on declarations that another lane has read is left to that one. */
function take(queue: Unit[], lane: VerifierLane, others: readonly VerifierLane[]): Unit | undefined {
  const known = queue.findIndex((unit) => lane.knows(unit));
  const free = known >= 0 ? known : queue.findIndex((unit) => !others.some((other) => other.knows(unit)));
  return free < 0 ? undefined : queue.splice(free, 1)[0];
}
