/** What a definition looks at: the parameters of its exported function. */
import type { Formula, Term } from '../formula.ts';

export interface Signature {
  readonly action: boolean;
  readonly tool: boolean;
  readonly state: boolean;
  /** Names of numbers that the caller gives. */
  readonly given: readonly string[];
}

const nothing: Signature = { action: false, tool: false, state: false, given: [] };

/** The parameters that a term or formula needs, found by walking it; names of given numbers once each. */
export function signatureOf(part: Term | Formula): Signature {
  return 'term' in part ? termSignature(part) : formulaSignature(part);
}

function termSignature(term: Term): Signature {
  switch (term.term) {
    case 'number':
      return nothing;
    case 'tool':
      return { ...nothing, tool: true };
    case 'state':
      return { ...nothing, state: true };
    case 'given':
      return { ...nothing, given: [term.name] };
    case 'sum':
    case 'difference':
    case 'least':
      return both(term.left, term.right);
    case 'either':
      return union([term.when, term.yes, term.no]);
    case 'defined':
      return signatureOf(term.by);
  }
}

function formulaSignature(formula: Formula): Signature {
  switch (formula.formula) {
    case 'at-most':
    case 'less-than':
    case 'equal':
      return both(formula.left, formula.right);
    case 'tool-flag':
      return { ...nothing, tool: true };
    case 'state-flag':
    case 'error-is':
      return { ...nothing, state: true };
    case 'action-is':
      return { ...nothing, action: true };
    case 'names-tool':
      return { ...nothing, action: true, tool: true };
    case 'not':
    case 'and':
    case 'or':
      return union(formula.formula === 'not' ? [formula.of] : formula.of);
    case 'defined':
      return signatureOf(formula.by);
  }
}

function both(left: Term, right: Term): Signature {
  return union([left, right]);
}

function union(parts: readonly (Term | Formula)[]): Signature {
  return parts.map(signatureOf).reduce(
    (all, one) => ({
      action: all.action || one.action,
      tool: all.tool || one.tool,
      state: all.state || one.state,
      given: [...new Set([...all.given, ...one.given])],
    }),
    nothing,
  );
}
