import { fail, ok, type Result } from '../problem/index.ts';

/** Classes of action whose requester goes on with what a person says: a machine's run, and a debate's arbiter. */
const answered: readonly string[] = ['run.action', 'debate.review'];

/** Why nobody can respond to a gate of this class of action, as a sentence; null when somebody hears it. */
export function whyNoAnswer(action: string): string | null {
  return answered.includes(action) ? null : 'Who asked would not hear an answer; reject it with a reason instead';
}

/** An answer needs words and somebody who hears them (G4). Errors: `answer-unheard`, `reason-required`. */
export function checkAnswer(action: string, text: string): Result<null> {
  const why = whyNoAnswer(action);
  if (why !== null) return fail('answer-unheard', why);
  return text.trim() === ''
    ? fail('reason-required', 'An answer needs words: write what who asked should know')
    : ok(null);
}
