/** The definitions as SMT-LIB 2: datatypes for the records, one function per definition, one check per theorem. */
import type { Definition, Formula, Term } from '../formula.ts';
import { type Claim, claims } from './claims.ts';
import { signatureOf } from './signature.ts';

const prelude = `; The decision kernel of Mizan as constraints, written by \`mizan kernel export --to smt\`.
; Every check asks for a counterexample to a theorem: the right answer is unsat.
(set-logic ALL)
(declare-datatypes ((ErrorKind 0)) (((none) (resource-exhausted) (precondition-failed) (tool-error) (max-iterations))))
(declare-datatypes ((ActionKind 0)) (((tool-call) (final-answer) (no-action))))
(declare-datatypes ((Action 0)) (((action (action-kind ActionKind) (action-tool-name String)))))
(declare-datatypes ((Tool 0)) (((tool (tool-name String) (required-access Int) (requires-execute Bool)
  (token-cost Int) (time-cost Int)))))
(declare-datatypes ((State 0)) (((state (step-counter Int) (max-steps Int) (token-budget Int) (time-budget Int)
  (file-access Int) (execute-allowed Bool) (satisfaction Int) (done Bool) (error ErrorKind) (max-context-tokens Int)))))
`;

const situation = `(declare-const a Action)
(declare-const t Tool)
(declare-const s State)
(declare-const threshold Int)
(declare-const value Int)
; Natural numbers.
(assert (and (>= (required-access t) 0) (>= (token-cost t) 0) (>= (time-cost t) 0)))
(assert (and (>= (step-counter s) 0) (>= (max-steps s) 0) (>= (token-budget s) 0) (>= (time-budget s) 0)
  (>= (file-access s) 0) (>= (satisfaction s) 0) (>= (max-context-tokens s) 0)))
(assert (and (>= threshold 0) (>= value 0)))
`;

/** Records and definitions only. */
export function smtDefinitions(definitions: readonly Definition[]): string {
  return `${prelude}${definitions.map(defineFunction).join('')}`;
}

/** Definitions, then for each theorem a search for a counterexample. */
export function smtExport(definitions: readonly Definition[]): string {
  return `${smtDefinitions(definitions)}${situation}${claims.map(smtCheck).join('')}`;
}

/** The search for a counterexample to one theorem: \`unsat\` when the theorem holds. */
export function smtCheck(claim: Claim): string {
  const hypotheses = claim.assuming.map((one) => `(assert ${smtFormula(one)})\n`).join('');
  return `; ${claim.name}\n(push)\n${hypotheses}(assert (not ${smtFormula(claim.holds)}))\n(check-sat)\n(pop)\n`;
}

function defineFunction(definition: Definition): string {
  const sort = 'term' in definition ? 'Int' : 'Bool';
  const body = 'term' in definition ? smtTerm(definition.by) : smtFormula(definition.by);
  const { action, tool, state, given } = signatureOf(definition);
  const parameters = [
    ...(action ? ['(a Action)'] : []),
    ...(tool ? ['(t Tool)'] : []),
    ...(state ? ['(s State)'] : []),
    ...given.map((name) => `(${name} Int)`),
  ];
  return `(define-fun ${definition.name} (${parameters.join(' ')}) ${sort}\n  ${body})\n`;
}

function smtTerm(term: Term): string {
  switch (term.term) {
    case 'number':
      return term.value < 0 ? `(- ${-term.value})` : `${term.value}`;
    case 'tool':
      return `(${kebab(term.field)} t)`;
    case 'state':
      return `(${kebab(term.field)} s)`;
    case 'given':
      return term.name;
    case 'sum':
      return `(+ ${smtTerm(term.left)} ${smtTerm(term.right)})`;
    case 'difference': {
      const [left, right] = [smtTerm(term.left), smtTerm(term.right)];
      return `(ite (< ${left} ${right}) 0 (- ${left} ${right}))`;
    }
    case 'least': {
      const [left, right] = [smtTerm(term.left), smtTerm(term.right)];
      return `(ite (<= ${left} ${right}) ${left} ${right})`;
    }
    case 'either':
      return `(ite ${smtFormula(term.when)} ${smtTerm(term.yes)} ${smtTerm(term.no)})`;
    case 'defined':
      return smtCall(term);
  }
}

function smtFormula(formula: Formula): string {
  switch (formula.formula) {
    case 'at-most':
      return `(<= ${smtTerm(formula.left)} ${smtTerm(formula.right)})`;
    case 'less-than':
      return `(< ${smtTerm(formula.left)} ${smtTerm(formula.right)})`;
    case 'equal':
      return `(= ${smtTerm(formula.left)} ${smtTerm(formula.right)})`;
    case 'tool-flag':
      return `(${kebab(formula.field)} t)`;
    case 'state-flag':
      return `(${kebab(formula.field)} s)`;
    case 'error-is':
      return `(= (error s) ${formula.kind})`;
    case 'action-is':
      return `(= (action-kind a) ${formula.kind})`;
    case 'names-tool':
      return '(= (action-tool-name a) (tool-name t))';
    case 'not':
      return `(not ${smtFormula(formula.of)})`;
    case 'and':
    case 'or':
      return `(${formula.formula} ${formula.of.map(smtFormula).join(' ')})`;
    case 'defined':
      return smtCall(formula);
  }
}

function smtCall(definition: Definition): string {
  const { action, tool, state, given } = signatureOf(definition);
  const records = [...(action ? ['a'] : []), ...(tool ? ['t'] : []), ...(state ? ['s'] : [])];
  return `(${[definition.name, ...records, ...given].join(' ')})`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
