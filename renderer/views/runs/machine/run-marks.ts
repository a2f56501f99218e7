/** What the graph shows of a run, and the walk through the steps that failed. Pure. */
import type { RunDetail, RunStep } from '../../../../core/api/index.ts';
import type { GraphMarks } from '../../../graph/graph-marks.ts';
import { machineWord } from './machine-words.ts';

/** The state the run stands in, the ways it took, and the one of the step that is looked at. */
export function marksOf({ row, taken }: Pick<RunDetail, 'row' | 'taken'>, step: RunStep | null): GraphMarks {
  return {
    current: { state: row.state, sign: row.sign, word: machineWord(row) },
    chosen: step === null ? null : { from: step.from, to: step.to, onError: step.error !== null },
    taken,
  };
}

/**
 * The next step that failed in a direction, round again at the end: the last on each way of an error, and the one that
 * ended the run.
 */
export function steppedFailure(
  { row, taken }: Pick<RunDetail, 'row' | 'taken'>,
  from: number,
  direction: 1 | -1,
): number | null {
  const failures = taken.filter(({ onError }) => onError).map(({ lastStep }) => lastStep);
  if (row.status === 'failed') failures.push(row.step + 1);
  const sorted = [...new Set(failures)].sort((one, other) => one - other);
  const ahead = direction === 1 ? sorted.find((step) => step > from) : sorted.findLast((step) => step < from);
  return ahead ?? (direction === 1 ? sorted[0] : sorted.at(-1)) ?? null;
}
