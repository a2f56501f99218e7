import { validateChallenge } from '../../debate/index.ts';
import { fail, ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { isRecord } from '../match.ts';

/** Frivolous challenges (D8). Fields may be absent, null, blank or of another type. */
export const challenge: ConformanceKind = {
  kind: 'challenge',
  run(raw) {
    if (!isRecord(raw)) return fail('input-invalid', 'The input is an object', 'input');
    return ok(validateChallenge(raw));
  },
};
