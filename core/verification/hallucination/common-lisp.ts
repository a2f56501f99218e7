import { designator, packagesOf } from '../languages/common-lisp/definitions.ts';
import { signatureOf } from '../languages/common-lisp/lambda-list.ts';
import { type Form, type LispSymbol, operatorOf, readLisp } from '../languages/common-lisp/reader.ts';
import type { Signature } from '../languages/model.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import type { DimensionFindings, Inconclusive, Violation } from '../result.ts';
import { callsIn, type LispCall } from './common-lisp-calls.ts';
import { type LispProject, readLispProject } from './common-lisp-project.ts';
import standardSymbols from './common-lisp-symbols.json' with { type: 'json' };
import type { Looking } from './name-check.ts';
import { unknownName } from './names.ts';
import { editDistance, nearestName } from './nearest.ts';

interface StandardSymbol {
  readonly kind: 'function' | 'macro' | 'special' | 'other';
  readonly signature: Signature | null;
}

/** The 978 external symbols of COMMON-LISP, with the lambda lists of its functions. */
const standard: ReadonlyMap<string, StandardSymbol> = new Map(
  Object.entries(
    standardSymbols as Readonly<Record<string, { readonly kind: string; readonly lambda_list?: string }>>,
  ).map(([name, { kind, lambda_list }]) => [name, { kind: kindOf(kind), signature: readSignature(lambda_list) }]),
);
const callable = [...standard].filter(([, { kind }]) => kind !== 'other').map(([name]) => name);

function kindOf(text: string): StandardSymbol['kind'] {
  return text === 'function' || text === 'macro' || text === 'special' ? text : 'other';
}

function readSignature(lambdaList: string | undefined): Signature | null {
  return lambdaList === undefined ? null : signatureOf(readLisp(`(${lambdaList})`).forms[0]);
}

/** Packages that every implementation or its build system brings. */
const providedPackages =
  /^(cl|common-lisp|cl-user|common-lisp-user|keyword|asdf|uiop|ql|quicklisp|sb-.*|ccl|ext|system|sys|mop|clos)$/;

/** Common Lisp by the language's own symbols and the definitions of the project (V5). */
export function commonLispHallucinations(
  tree: ProjectTree,
  files: readonly string[],
  rules: HallucinationRules,
  looking: Looking,
): DimensionFindings {
  const project = readLispProject(tree);
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  for (const file of files) {
    looking(file);
    const { forms } = readLisp(textOf(tree, file) ?? '');
    if (file.endsWith('.asd')) continue;
    const open = openPackages(forms, project);
    const calls: LispCall[] = [];
    callsIn(forms, (operator) => argumentsOf(operator, project), calls);
    for (const call of calls) {
      const found = judge(call, file, project, open, rules);
      if (found === null) continue;
      if ('reason' in found) inconclusive.push(found);
      else violations.push(found);
    }
    if (rules.checkProjectApis) inconclusive.push(...unknownUses(forms, file, project));
  }
  return { violations, inconclusive };
}

/** Where the arguments of an operator begin to be code; what a macro of somebody else does with them is not known. */
function argumentsOf(operator: LispSymbol, project: LispProject): number | null | 'function' {
  const own = isStandard(operator) ? undefined : project.functions.get(operator.name);
  if (own === undefined) return isStandard(operator) || operator.package === null ? 'function' : null;
  if (own.kind === 'function') return 'function';
  return own.bodyAt;
}

function isStandard({ name, package: prefix }: LispSymbol): boolean {
  return (prefix === null || /^(cl|common-lisp)$/.test(prefix)) && standard.has(name);
}

/** Packages that this source uses and that lie outside the project: a name may come from them. */
function openPackages(forms: readonly Form[], project: LispProject): readonly string[] {
  const current = forms.map((form) =>
    operatorOf(form) === 'in-package' && form.kind === 'list' ? designator(form.items[1]) : null,
  );
  const names = current.filter((name): name is string => name !== null);
  const packages = names.flatMap((name) => {
    const own = project.packages.get(name);
    return own === undefined ? [name] : own.uses;
  });
  return packages.filter(
    (name) => !project.packages.has(name) && !/^(cl|common-lisp|cl-user|common-lisp-user)$/.test(name),
  );
}

function judge(
  { operator, given }: LispCall,
  file: string,
  project: LispProject,
  open: readonly string[],
  rules: HallucinationRules,
): Violation | Inconclusive | null {
  const { name, package: prefix, line } = operator;
  const own = project.functions.get(name);
  if (prefix !== null && !/^(cl|common-lisp)$/.test(prefix)) return judgePrefixed(operator, file, project, rules);
  const known = standard.get(name);
  if (known !== undefined) {
    if (known.kind === 'other') return null;
    if (own !== undefined || given === null || !rules.checkLanguageSymbols) return null;
    return arityProblem(name, known.signature, given, file, line);
  }
  if (own !== undefined && prefix === null) {
    const isChecked = rules.checkProjectApis && given !== null && own.kind === 'function';
    return isChecked ? arityProblem(name, own.signature, given, file, line) : null;
  }
  if (project.prefixes.some((start) => name.startsWith(start))) return null;
  const imported = [...project.packages.values()].some(({ imports }) => imports.includes(name));
  if (imported) return null;
  const nearest = nearestName(name, [...callable, ...project.functions.keys()]);
  const isLanguage = prefix !== null || (nearest !== null && standard.has(nearest));
  const isAsked =
    prefix !== null ? rules.checkLanguageSymbols : rules.checkProjectApis || (isLanguage && rules.checkLanguageSymbols);
  if (!isAsked) return null;
  const uses = project.uses.get(name) ?? 0;
  if (prefix === null && uses > mostUsesOfInvented) {
    return { file, line, reason: `'${name}' is used ${uses} times and nothing that Mizan can follow defines it` };
  }
  if (open.length > 0 && prefix === null && !isSurelyTypo(name, nearest)) {
    return { file, line, reason: `'${name}' may come from ${open.join(', ')}, which is not part of the project` };
  }
  const what = prefix === null ? `Called undefined function '${name}'` : `'${name}' is not a symbol of COMMON-LISP`;
  const message = `${what}${nearest === null ? '' : ' (typo?)'}`;
  return unknownName({ rule: 'name', file, line, symbol: name, message, nearest });
}

/** What is used more often was hardly made up: macros define it in ways that only running them shows. */
const mostUsesOfInvented = 2;

/** So near to a long known name that it is no name of another package. */
function isSurelyTypo(name: string, nearest: string | null): boolean {
  return nearest !== null && name.length >= 6 && editDistance(name, nearest, 2) < 2;
}

function judgePrefixed(
  operator: LispSymbol,
  file: string,
  project: LispProject,
  rules: HallucinationRules,
): Violation | Inconclusive | null {
  const { name, package: prefix, line } = operator;
  if (prefix === null || prefix === '' || prefix === '#' || !rules.checkProjectApis) return null;
  const own = project.packages.get(prefix);
  if (own !== undefined) {
    const isThere = project.functions.has(name) || own.exports.some((one) => one.name === name) || own.uses.length > 1;
    if (isThere) return null;
    const nearest = nearestName(name, [...own.exports.map((one) => one.name), ...project.functions.keys()]);
    const message = `Package '${prefix}' has no '${name}'${nearest === null ? '' : ' (typo?)'}`;
    return unknownName({ rule: 'member', file, line, symbol: `${prefix}:${name}`, message, nearest });
  }
  if (providedPackages.test(prefix) || project.systems.has(prefix)) return null;
  return unknownPackage(prefix, file, line, project);
}

function unknownUses(forms: readonly Form[], file: string, project: LispProject): readonly Inconclusive[] {
  return packagesOf(forms).flatMap(({ uses, line }) =>
    uses
      .filter((name) => !project.packages.has(name) && !providedPackages.test(name) && !project.systems.has(name))
      .map((name) => unknownPackage(name, file, line, project)),
  );
}

function unknownPackage(name: string, file: string, line: number, project: LispProject): Inconclusive {
  const nearest = nearestName(name, [...project.packages.keys(), ...project.systems, 'common-lisp', 'uiop', 'asdf']);
  const hint = nearest === null ? {} : { suggestion: `Did you mean '${nearest}'?` };
  return { file, line, reason: `The package '${name}' is neither in the project nor in a system definition`, ...hint };
}

function arityProblem(
  name: string,
  signature: Signature | null,
  given: number,
  file: string,
  line: number,
): Violation | null {
  if (signature === null) return null;
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
