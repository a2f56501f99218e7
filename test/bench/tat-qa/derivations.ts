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
  const inputs = new Map<TableCell, string>();
  let unknown = false;
  const bare = question.derivation
    .replaceAll(/[$€£%\s]|RMB/gu, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll(/[−–]/gu, '-');
  const formula = bare.replaceAll(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/gu, (digits) => {
    const size = Number(digits.replaceAll(',', ''));
    const cell =
      cells.find((one) => inputs.has(one) && Math.abs(one.amount) === size) ??
      cells.find((one) => Math.abs(one.amount) === size);
    if (cell === undefined) {
      if (!/^[2-9]$|^10?0?0?$/u.test(digits)) unknown = true;
      return digits;
    }
    const name = inputs.get(cell) ?? `input_${inputs.size + 1}`;
    inputs.set(cell, name);
    // Derivations write the size of a negative cell, with the sign in front of it.
    return cell.amount < 0 ? `(0-${name})` : name;
  });
  if (unknown || inputs.size === 0 || !/^[\w+\-*/().]+$/u.test(formula)) return null;
  const used = [...inputs].map(([cell, name]) => ({ name, cell }));
  const result = evaluate(formula, used);
  const first = used[0]?.cell;
  if (result === null || first === undefined) return null;
  const years = used.flatMap(({ cell }) => cell.period?.split('/') ?? []).toSorted();
  const [from, to] = [years.at(0), years.at(-1)];
  const period =
    from === undefined || to === undefined || used.some(({ cell }) => cell.period === null)
      ? null
      : from === to
        ? from
        : `${from}/${to}`;
  const name = nameOf(question.question);
  const base = { amount, scale, metric: name, period, scope: null };
  if (question.scale === 'percent') {
    const finish = (text: string) => ({
      question: name,
      formula: text,
      inputs: used,
      output: { ...base, unit: 'percent' },
    });
    if (agrees(result * 100, amount)) return finish(`(${formula}) * 100`);
    return agrees(result, amount) ? finish(formula) : null;
  }
  const exact = result / 10 ** scale;
  if (!agrees(exact, amount)) return null;
  const ratio = /\/\(?\(?input|\*/u.test(formula);
  return { question: name, formula, inputs: used, output: { ...base, unit: ratio ? 'multiple' : first.unit } };
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
