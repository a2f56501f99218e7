import type { LispSymbol } from '../../languages/common-lisp/forms.ts';
import type { Inconclusive, Violation } from '../../result.ts';
import { unknownName } from '../names.ts';
import { nearestName } from '../nearest.ts';
import { libraryNamed } from './libraries.ts';
import { isMisspelt } from './misspelt.ts';
import { isReachable } from './packages.ts';
import type { LispPlace } from './place.ts';

/** A name with the package that it is said to come from. */
export function judgePrefixed(operator: LispSymbol, place: LispPlace): Violation | Inconclusive | null {
  const { name, package: prefix, line } = operator;
  const { file, project, rules } = place;
  if (prefix === null || prefix === '' || prefix === '#' || !rules.checkProjectApis) return null;
  const own = project.packages.get(prefix);
  if (own === undefined) return libraryMember(operator, prefix, place);
  const isThere = project.functions.has(name) || own.exports.some((one) => one.name === name) || own.uses.length > 1;
  if (isThere) return null;
  const nearest = nearestName(name, [...own.exports.map((one) => one.name), ...project.functions.keys()]);
  return missingMember({ name, prefix, nearest, file, line });
}

/** A library may have more names than its version in the table: only what is near to one of them is wrong. */
function libraryMember({ name, line }: LispSymbol, prefix: string, place: LispPlace): Violation | Inconclusive | null {
  const { file, project } = place;
  const library = libraryNamed(prefix);
  if (library === null || library.names.has(name)) return null;
  const nearest = nearestName(name, library.names);
  const isTypo = nearest !== null && project.uses.get(name) === 1 && isMisspelt(name, nearest);
  if (isTypo) return missingMember({ name, prefix, nearest, file, line });
  return { file, line, reason: `The package '${prefix}' as Mizan knows it has no '${name}'` };
}

function missingMember(about: {
  readonly name: string;
  readonly prefix: string;
  readonly nearest: string | null;
  readonly file: string;
  readonly line: number;
}): Violation {
  const { name, prefix, ...rest } = about;
  const message = `Package '${prefix}' has no '${name}'${rest.nearest === null ? '' : ' (typo?)'}`;
  return unknownName({ rule: 'member', symbol: `${prefix}:${name}`, message, ...rest });
}

/** A package that neither the project, the systems it loads nor Mizan's table has. */
export function unknownPackage(name: string, line: number, { file, project }: LispPlace): Inconclusive | null {
  if (name === '' || name === '#' || isReachable(name, project)) return null;
  const nearest = nearestName(name, [
    ...project.packages.keys(),
    ...project.systems.used,
    'common-lisp',
    'uiop',
    'asdf',
  ]);
  const hint = nearest === null ? {} : { suggestion: `Did you mean '${nearest}'?` };
  return { file, line, reason: `The package '${name}' is neither in the project nor in a system definition`, ...hint };
}
