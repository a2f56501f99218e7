import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, operatorOf } from '../../languages/common-lisp/forms.ts';
import { isProvided } from './implementations.ts';
import { libraryNamed } from './libraries.ts';
import type { LispProject } from './project.ts';

/** Whether the project can have a package of this name: its own, a known library's or one of a system that it loads. */
export function isReachable(name: string, project: LispProject): boolean {
  if (isProvided(name) || project.packages.has(name) || libraryNamed(name) !== null) return true;
  // Packages are named like their systems, mostly without what stands before the dash in `cl-json` or after the slash.
  return [...project.systems.used].some(
    (system) => system === name || system.startsWith(`${name}/`) || system === `cl-${name}` || `cl-${system}` === name,
  );
}

const implementations = [
  'abcl allegro acl ccl openmcl clozure clasp clisp cmu cmucl corman digitool ecl gcl genera lispworks lw mcl mezzano',
  'mkcl mocl rmcl sbcl scl xcl',
];
const implementation = new RegExp(`(^|[-/_])(${implementations.join(' ').replaceAll(' ', '|')})\\.[^/]*$`);
/** Stands among the open packages of a source that is for another implementation. */
export const otherImplementation = 'the implementation that it is for';

/** A source that is named after an implementation, or loaded by some only, may use what only they have. */
function isForOther(file: string, { systems }: LispProject): boolean {
  const name = file.replace(/^.*\/|\.[^./]*$/g, '');
  return implementation.test(file) || systems.elsewhere.has(name);
}

/** Packages that a source uses and that lie outside the project: a name may come from them. */
export function openPackages(file: string, forms: readonly Form[], project: LispProject): readonly string[] {
  const named = (operator: string) =>
    forms.flatMap((form) => {
      const name = form.kind === 'list' && operatorOf(form) === operator ? designator(form.items[1]) : null;
      return name === null ? [] : [name];
    });
  const current = named('in-package');
  const used = current.flatMap((name) => project.packages.get(name)?.uses ?? [name]);
  const open = [...used, ...named('use-package')].filter(
    (name) => !project.packages.has(name) && !/^(cl|common-lisp)$/.test(name),
  );
  // COMMON-LISP-USER has whatever an implementation likes, but mostly only `defpackage` is said there.
  const isElsewhere = current.some((name) => !isUser(name));
  return [
    ...new Set([
      ...open.filter((name) => !isUser(name) || !isElsewhere),
      ...(isForOther(file, project) ? [otherImplementation] : []),
    ]),
  ];
}

function isUser(name: string): boolean {
  return name === 'cl-user' || name === 'common-lisp-user';
}

const descriptions = new Set(
  (
    'include define flag cc-flags pkg-config-cflags constant constantenum cenum ctype cstruct cunion ' +
    'cstruct-and-class cvar bitfield feature c defwrapper defwrapper*'
  ).split(' '),
);

/** A source in the language of CFFI's groveller or wrapper: it describes C and is no Lisp. */
export function isDescriptionOfC(forms: readonly Form[]): boolean {
  const operators = forms
    .map((form) => operatorOf(form) ?? '')
    .filter((one) => !/^(in-package|declaim|progn)$/.test(one));
  return operators.length > 0 && operators.every((operator) => descriptions.has(operator));
}
