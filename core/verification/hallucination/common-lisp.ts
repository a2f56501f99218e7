import { packagesOf } from '../languages/common-lisp/definitions.ts';
import type { Form, LispSymbol } from '../languages/common-lisp/forms.ts';
import { readLisp } from '../languages/common-lisp/reader.ts';
import { whyHostile } from '../languages/registry.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import type { DimensionFindings, Inconclusive, Violation } from '../result.ts';
import { isForAcl2, whyAcl2IsOpen } from './common-lisp/acl2.ts';
import { type ArgumentsOf, callsIn } from './common-lisp/calls.ts';
import { judge } from './common-lisp/judge.ts';
import { librariesAmong, libraryNamed } from './common-lisp/libraries.ts';
import { unknownPackage } from './common-lisp/members.ts';
import { isDescriptionOfC, openPackages } from './common-lisp/packages.ts';
import type { LispPlace } from './common-lisp/place.ts';
import { readLispProject } from './common-lisp/project.ts';
import { isStandard } from './common-lisp/standard.ts';
import type { Looking } from './name-check.ts';

/** Common Lisp by the language's own symbols, the definitions of the project and a table of libraries (V5). */
export function commonLispHallucinations(
  tree: ProjectTree,
  files: readonly string[],
  rules: HallucinationRules,
  looking: Looking,
): DimensionFindings {
  const project = readLispProject(tree);
  const violations: Violation[] = [];
  const inconclusive = new Map<string, Inconclusive>();
  for (const file of files) {
    looking(file);
    if (file.endsWith('.asd')) continue;
    const text = textOf(tree, file) ?? '';
    const hostile = whyHostile(text);
    if (hostile !== null) {
      inconclusive.set(file, { file, reason: `The file ${hostile}` });
      continue;
    }
    const { forms, hidden } = readLisp(text);
    if (isForAcl2(forms)) {
      inconclusive.set(file, { file, reason: whyAcl2IsOpen });
      continue;
    }
    if (isDescriptionOfC(forms)) continue;
    const open = openPackages(file, [...forms, ...hidden], project);
    const place: LispPlace = { file, project, rules, open, libraries: librariesAmong(open) };
    const found = callsIn(forms, hidden, argumentsIn(place)).map((call) => judge(call, place));
    if (rules.checkProjectApis) found.push(...unknownPackages([...forms, ...hidden], place));
    for (const one of found) {
      if (one === null) continue;
      // A name is left open once for each file.
      if ('reason' in one)
        inconclusive.set(`${file}\n${one.reason}`, inconclusive.get(`${file}\n${one.reason}`) ?? one);
      else violations.push(one);
    }
  }
  return { violations, inconclusive: [...inconclusive.values()] };
}

function argumentsIn({ project, libraries }: LispPlace): ArgumentsOf {
  return (operator) => {
    const { name, package: prefix } = operator;
    const own = project.functions.get(name);
    if (isStandard(operator) && (own === undefined || prefix !== null)) return 'standard';
    if (own !== undefined) return own.kind === 'function' ? 'function' : (own.bodyAt ?? 'unknown');
    const known = prefix === null ? libraries : [libraryNamed(prefix) ?? []].flat();
    if (known.some(({ functions }) => functions.has(name))) return 'function';
    return known.map(({ macros }) => macros.get(name)).find((at) => at !== undefined) ?? 'unknown';
  };
}

/** The reader needs the package of every symbol, quoted ones included, in the implementation that it is for. */
function unknownPackages(forms: readonly Form[], place: LispPlace): readonly (Inconclusive | null)[] {
  const used = packagesOf(forms).flatMap(({ uses, line }) => uses.map((name) => unknownPackage(name, line, place)));
  const local = new Set([...place.project.packages.values()].flatMap(({ localNicknames }) => localNicknames));
  const prefixes = new Map<string, LispSymbol>();
  for (const form of forms) addPrefixes(form, prefixes);
  const named = [...prefixes].filter(([name]) => !local.has(name));
  return [...used, ...named.map(([name, { line }]) => unknownPackage(name, line, place))];
}

function addPrefixes(form: Form, found: Map<string, LispSymbol>): void {
  if (form.kind === 'symbol' && form.package !== null && !found.has(form.package)) found.set(form.package, form);
  if (form.kind === 'list') for (const item of [...form.items, ...(form.hidden ?? [])]) addPrefixes(item, found);
}
