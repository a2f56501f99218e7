import type { LispSymbol } from '../../languages/common-lisp/forms.ts';
import type { Signature } from '../../languages/model.ts';
import type { Inconclusive, Violation } from '../../result.ts';
import { unknownName } from '../names.ts';
import { nearestName } from '../nearest.ts';
import type { LispCall } from './calls.ts';
import { judgePrefixed } from './members.ts';
import { isMisspelt } from './misspelt.ts';
import { otherImplementation } from './packages.ts';
import type { LispPlace } from './place.ts';
import { standardOperators, standardSymbols } from './standard.ts';

/** What is used more often was hardly made up: macros define it in ways that only running them shows. */
const mostUsesOfInvented = 2;

/** Whether the operator of a call exists and takes as many arguments; null when nothing is to be said. */
export function judge(call: LispCall, place: LispPlace): Violation | Inconclusive | null {
  const { operator, given, isSure } = call;
  const { name, package: prefix } = operator;
  const { project, rules, libraries, open } = place;
  if (prefix !== null && !/^(cl|common-lisp)$/.test(prefix)) return isSure ? judgePrefixed(operator, place) : null;
  const known = standardSymbols.get(name);
  const own = project.functions.get(name);
  if (known !== undefined) {
    const isChecked = isSure && known.kind !== 'other' && own === undefined && rules.checkLanguageSymbols;
    return isChecked ? arityProblem(operator, known.signature, given, place) : null;
  }
  if (prefix !== null) {
    const isChecked = isSure && !open.includes(otherImplementation) && rules.checkLanguageSymbols;
    return isChecked ? notStandard(operator, place) : null;
  }
  if (own !== undefined) {
    const isChecked = isSure && own.kind === 'function' && rules.checkProjectApis;
    return isChecked ? arityProblem(operator, own.signature, given, place) : null;
  }
  const isImported = [...project.packages.values()].some(({ imports }) => imports.includes(name));
  if (isImported || libraries.some(({ names }) => names.has(name))) return null;
  return undefinedName(call, place);
}

function notStandard({ name, line }: LispSymbol, { file }: LispPlace): Violation {
  const nearest = nearestName(name, standardOperators);
  const message = `'${name}' is not a symbol of COMMON-LISP${nearest === null ? '' : ' (typo?)'}`;
  return unknownName({ rule: 'name', file, line, symbol: name, message, nearest });
}

function undefinedName({ operator, isSure }: LispCall, place: LispPlace): Violation | Inconclusive | null {
  const { name, line } = operator;
  const { file, project, rules, open } = place;
  const uses = project.uses.get(name) ?? 0;
  const isInvented = uses <= mostUsesOfInvented;
  const near = isInvented ? nearestKnown(name, place) : null;
  const isAsked = rules.checkProjectApis || (near !== null && standardSymbols.has(near) && rules.checkLanguageSymbols);
  if (!isAsked || (!isSure && uses !== 1)) return null;
  // Once used and so near to a name that is known: whoever wrote it meant that one, wherever it stands.
  const isTypo = uses === 1 && near !== null && isMisspelt(name, near);
  const isMade = project.mayBeMade(name);
  if (isMade && !isInvented) return null;
  const isElsewhere = open.length > 0 || isMade;
  if (isTypo || (isSure && isInvented && !isElsewhere)) {
    const message = `Called undefined function '${name}'${near === null ? '' : ' (typo?)'}`;
    return unknownName({ rule: 'name', file, line, symbol: name, message, nearest: near });
  }
  return { file, line, reason: whyOpen(name, uses, isSure, place) };
}

/** The name that was perhaps meant: of the language, the project or its libraries. */
function nearestKnown(name: string, { project, libraries }: LispPlace): string | null {
  return nearestName(name, [
    ...standardOperators,
    ...project.functions.keys(),
    ...libraries.flatMap(({ functions, macros }) => [...functions, ...macros.keys()]),
  ]);
}

function whyOpen(name: string, uses: number, isSure: boolean, { project, open }: LispPlace): string {
  if (!isSure) return `'${name}' stands in a macro that is not followed, and nothing that Mizan can follow defines it`;
  if (project.mayBeMade(name)) return `'${name}' may be made by a form that Mizan does not follow`;
  if (open.length > 0) return `'${name}' may come from ${open.join(', ')}, which is not part of the project`;
  return `'${name}' is used ${uses} times and nothing that Mizan can follow defines it`;
}

function arityProblem(
  { name, line }: LispSymbol,
  signature: Signature | null,
  given: number | null,
  { file }: LispPlace,
): Violation | null {
  if (signature === null || given === null) return null;
  const takesNames = signature.names === null || signature.names.length > 0;
  const tooMany = signature.maximum !== null && given > signature.maximum && !takesNames;
  if (given >= signature.required && !tooMany) return null;
  const least = `at least ${signature.required}`;
  const wanted =
    signature.maximum === signature.required
      ? `${signature.required}`
      : tooMany
        ? `at most ${signature.maximum}`
        : least;
  const message = `Called '${name}' with ${given} arguments, it takes ${wanted}`;
  return unknownName({ rule: 'arity', file, line, symbol: name, message, nearest: null });
}
