/** Answers that people worked out from cells, as calculations over those cells. */
import type { ValueStructure } from '../../../core/debate/index.ts';
import type { Question, Report } from './read-data.ts';
import type { TableCell } from './table.ts';

export interface CalculatedAnswer {
  /** The question as a name: `the percentage change in Other in 2019 from 2018`. */
  readonly question: string;
  readonly formula: string;
  readonly inputs: readonly { readonly name: string; readonly cell: TableCell }[];
  readonly output: ValueStructure;
}

const scales: Readonly<Record<string, number>> = { '': 0, thousand: 3, million: 6, billion: 9, percent: 0 };

/**
 * The answers whose derivation takes every number from one cell of the table. Left out, because nobody can say what is
 * right: derivations with numbers that are in no cell, and answers that their own derivation does not give.
 */
export function calculatedAnswers(report: Report, cells: readonly TableCell[]): readonly CalculatedAnswer[] {
  return report.questions
    .filter((question) => question.answer_type === 'arithmetic' && question.derivation !== '')
    .map((question) => answerOf(question, cells))
    .filter((answer) => answer !== null);
}

function answerOf(question: Question, cells: readonly TableCell[]): CalculatedAnswer | null {
  const scale = scales[question.scale];
  const amount = Number(question.answer);
  if (scale === undefined || !Number.isFinite(amount)) return null;
  const derived = overCells(question.derivation, cells);
  if (derived === null) return null;
  const { formula, inputs, first } = derived;
  const result = evaluate(formula, inputs);
  if (result === null) return null;
  const name = nameOf(question.question);
  const base = { amount, scale, metric: name, period: periodOf(inputs), scope: null };
  if (question.scale === 'percent') {
    const finish = (text: string) => ({
      question: name,
      formula: text,
      inputs,
      output: { ...base, unit: 'percent' },
    });
    if (agrees(result * 100, amount)) return finish(`(${formula}) * 100`);
    return agrees(result, amount) ? finish(formula) : null;
  }
  const exact = result / 10 ** scale;
  if (!agrees(exact, amount)) return null;
  const ratio = /\/\(?\(?input|\*/u.test(formula);
  return { question: name, formula, inputs, output: { ...base, unit: ratio ? 'multiple' : first.unit } };
}

/** A derivation with names of cells for its numbers; null when a number of it is in no cell, or none is. */
function overCells(
  derivation: string,
  cells: readonly TableCell[],
): (Pick<CalculatedAnswer, 'formula' | 'inputs'> & { readonly first: TableCell }) | null {
  const names = new Map<TableCell, string>();
  let unknown = false;
  const bare = derivation
    .replaceAll(/[$€£%\s]|RMB/gu, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll(/[−–]/gu, '-');
  const formula = bare.replaceAll(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/gu, (digits) => {
    const size = Number(digits.replaceAll(',', ''));
    const cell =
      cells.find((one) => names.has(one) && Math.abs(one.amount) === size) ??
      cells.find((one) => Math.abs(one.amount) === size);
    if (cell === undefined) {
      if (!/^[2-9]$|^10?0?0?$/u.test(digits)) unknown = true;
      return digits;
    }
    const name = names.get(cell) ?? `input_${names.size + 1}`;
    names.set(cell, name);
    // Derivations write the size of a negative cell, with the sign in front of it.
    return cell.amount < 0 ? `(0-${name})` : name;
  });
  if (unknown || !/^[\w+\-*/().]+$/u.test(formula)) return null;
  const inputs = [...names].map(([cell, name]) => ({ name, cell }));
  const first = inputs[0]?.cell;
  return first === undefined ? null : { formula, inputs, first };
}

/** From the first year of the cells to the last; null when one of them names none. */
function periodOf(inputs: CalculatedAnswer['inputs']): string | null {
  if (inputs.some(({ cell }) => cell.period === null)) return null;
  const years = inputs.flatMap(({ cell }) => cell.period?.split('/') ?? []).toSorted();
  const [from, to] = [years.at(0), years.at(-1)];
  if (from === undefined || to === undefined) return null;
  return from === to ? from : `${from}/${to}`;
}

function agrees(exact: number, stated: number): boolean {
  const places = `${stated}`.split('.')[1]?.length ?? 0;
  return Math.abs(exact - stated) <= 0.5 * 10 ** -places * (1 + 1e-6);
}

/** Arithmetic over the cells, in whole values. Only digits, names, operators and parentheses get here. */
function evaluate(formula: string, inputs: CalculatedAnswer['inputs']): number | null {
  let text = formula;
  for (const { name, cell } of inputs.toReversed()) {
    text = text.replaceAll(new RegExp(`\\b${name}\\b`, 'gu'), `(${cell.amount * 10 ** cell.scale})`);
  }
  try {
    const value: unknown = new Function(`return ${text};`)();
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  } catch {
    return null;
  }
}

function nameOf(question: string): string {
  const plain = question
    .replace(/\?\s*$/u, '')
    .replace(/^what (?:is|was|are|were) /iu, '')
    .trim();
  return plain.slice(0, 300);
}
