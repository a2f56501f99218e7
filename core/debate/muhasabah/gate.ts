import { maxResponseBytes, utf8Length } from '../../kernel/index.ts';
import { type MuhasabahContext, type MuhasabahValidation, validateOutput } from './validate.ts';

/**
 * The Muḥāsabah gate (seed 002 §7.2): what an agent answered becomes an output of the debate, or violations.
 * Fail-closed: no answer, prose, more than 1 MiB and malformed JSON are INVALID_RECORD. Pure and total; the caller
 * records a rejection before it does anything else (D5).
 */
export function muhasabahGate(answer: string | null, context: MuhasabahContext): MuhasabahValidation {
  if (answer === null || answer.trim() === '') return rejected('There is no output');
  if (utf8Length(answer) > maxResponseBytes) return rejected('The output is larger than 1 MiB');
  let raw: unknown;
  try {
    raw = JSON.parse(answer);
  } catch {
    return rejected('The output is not JSON');
  }
  return validateOutput(raw, context);
}

function rejected(detail: string): MuhasabahValidation {
  return { valid: false, violations: [{ rule: 'INVALID_RECORD', detail }] };
}
