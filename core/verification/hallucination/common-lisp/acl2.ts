import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, operatorOf } from '../../languages/common-lisp/forms.ts';

/** Events and commands that only ACL2 has. */
const events: ReadonlySet<string> = new Set(
  (
    'certify-book defabsstobj defattach defaxiom defchoose define-pc-macro defpkg defstobj defthm defthmd ' +
    'defun-sk defund encapsulate in-theory include-book mutual-recursion set-guard-checking ' +
    'set-induction-depth-limit set-state-ok theory-invariant verify-guards'
  ).split(' '),
);

/** Why the names of a source for ACL2 are left open. */
export const whyAcl2IsOpen =
  'This is a source for ACL2, whose own names Mizan does not know; certifying the book looks up every one of them';

/** Whether a source is for ACL2: it reads like Common Lisp, and has other functions, macros and packages. */
export function isForAcl2(forms: readonly Form[]): boolean {
  return forms.some((form) => {
    if (form.kind !== 'list') return false;
    const operator = operatorOf(form) ?? '';
    return events.has(operator) || (operator === 'in-package' && designator(form.items[1]) === 'acl2');
  });
}
