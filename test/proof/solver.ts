/** Z3 on the exported constraints: no theorem has a counterexample, and every planted mistake gives one. */
import { init } from 'z3-solver';
import * as d from '../../core/kernel/definitions.ts';
import { definitions } from '../../core/kernel/definitions.ts';
import { type Claim, claims } from '../../core/kernel/export/claims.ts';
import { smtCheck, smtExport } from '../../core/kernel/export/smt.ts';
import {
  and,
  atMost,
  type Definition,
  equal,
  errorIs,
  lessThan,
  not,
  number,
  or,
  predicate,
  quantity,
  state,
  sum,
  tool,
} from '../../core/kernel/formula.ts';

export interface SolverReport {
  readonly theorems: number;
  /** Theorems that Z3 did not prove. */
  readonly unproved: readonly string[];
  /** Theorems whose hypotheses Z3 cannot meet: they would say nothing. */
  readonly vacuous: readonly string[];
  readonly planted: number;
  /** Planted mistakes that no theorem noticed. */
  readonly missed: readonly string[];
}

/** Each takes the place of the definition of the same name. */
const mistakes: readonly { readonly what: string; readonly instead: Definition }[] = [
  {
    what: 'execution permission is not asked for',
    instead: predicate('can-invoke-tool', and(atMost(tool.requiredAccess, state.fileAccess), d.toolBudgetSufficient)),
  },
  {
    what: 'permission or budget is enough',
    instead: predicate('can-invoke-tool', or(d.toolPermitted, d.toolBudgetSufficient)),
  },
  {
    what: 'the last token may be overspent',
    instead: predicate(
      'tool-budget-sufficient',
      and(lessThan(tool.tokenCost, sum(state.tokenBudget, number(2))), atMost(tool.timeCost, state.timeBudget)),
    ),
  },
  {
    what: 'a budget may fall below 0',
    instead: quantity('tokens-after-deduction', sum(state.tokenBudget, number(-1))),
  },
  {
    what: 'a deduction gives time back',
    instead: quantity('time-after-deduction', sum(state.timeBudget, tool.timeCost)),
  },
  {
    what: 'errors do not stop the agent',
    instead: predicate('must-respond', or(state.done, d.stepsSpent, d.budgetSpent)),
  },
  { what: 'only one kind of error counts', instead: predicate('has-error', errorIs('tool-error')) },
  { what: 'one step too many', instead: predicate('steps-spent', lessThan(state.maxSteps, state.stepCounter)) },
  { what: 'steps are not counted', instead: quantity('steps-after-increment', state.stepCounter) },
  { what: 'remaining steps do not shrink', instead: quantity('remaining-steps', state.maxSteps) },
  { what: 'satisfied agents continue', instead: predicate('should-continue', not(d.mustRespond)) },
  {
    what: 'satisfaction passes 100',
    instead: quantity('satisfaction-after-update', sum(state.satisfaction, number(100))),
  },
  { what: 'a step never reaches a tool', instead: predicate('step-invokes', equal(number(0), number(1))) },
];

const endMark = 'end of answers';
const attempts = 5;

/** What became of a claim, in words, when it is not what it should be. */
function unexpected(answers: readonly string[], wanted: 'sat' | 'unsat'): readonly string[] {
  return claims.flatMap(({ name }, index) => {
    const answer = answers[index] ?? 'no answer';
    return answer === wanted ? [] : [`${name}: ${answer}`];
  });
}

/** Asks Z3 whether each claim holds, whether its hypotheses can be met, and whether planted mistakes are found. */
export async function checkConstraints(): Promise<SolverReport> {
  const { Z3, em } = await init();
  // The solver's threads may hand over an answer before its last line: the mark at the end shows that all of it is
  // here.
  const solve = async (text: string): Promise<readonly string[]> => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const context = Z3.mk_context(Z3.mk_config());
      const answers = (await Z3.eval_smtlib2_string(context, `${text}\n(echo "${endMark}")\n`)).trim().split('\n');
      Z3.del_context(context);
      if (answers.at(-1) === endMark) return answers.slice(0, -1);
    }
    return [];
  };
  const proved = await solve(smtExport(definitions));
  const met = await solve(
    smtExport(definitions).replace(/; permission-safety[\s\S]*$/, claims.map(hypothesesOnly).join('')),
  );
  const missed: string[] = [];
  for (const { what, instead } of mistakes) {
    const changed = definitions.map((one) => (one.name === instead.name ? instead : one));
    if (!(await solve(smtExport(changed))).includes('sat')) missed.push(what);
  }
  em.PThread.terminateAllThreads();
  return {
    theorems: claims.length,
    unproved: unexpected(proved, 'unsat'),
    vacuous: unexpected(met, 'sat'),
    planted: mistakes.length,
    missed,
  };
}

/** Looks for records that meet the hypotheses: `sat` when there are some. */
function hypothesesOnly(claim: Claim): string {
  return smtCheck({ ...claim, holds: equal(number(0), number(1)) });
}
