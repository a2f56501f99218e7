/** `(case key (keys code…)…)`. */
export const cases: ReadonlySet<string> = new Set(['case', 'ccase', 'ecase', 'typecase', 'ctypecase', 'etypecase']);
/** Operators whose first arguments are no code, and how many of them. */
export const skippedArguments: Readonly<Record<string, number>> = {
  block: 1,
  'return-from': 1,
  the: 1,
  'eval-when': 1,
  'multiple-value-bind': 1,
  'multiple-value-setq': 1,
  defvar: 1,
  defparameter: 1,
  defconstant: 1,
  'define-symbol-macro': 1,
  'destructuring-bind': 1,
  'with-slots': 1,
  'with-accessors': 1,
  'with-compilation-unit': 1,
  'with-condition-restarts': 1,
  'pprint-logical-block': 1,
};
/** Operators whose arguments are declarations or data. */
export const opaque: ReadonlySet<string> = new Set([
  'quote',
  'function',
  'declare',
  'declaim',
  'proclaim',
  'defpackage',
  'define-package',
  'in-package',
  'define-modify-macro',
  'define-method-combination',
  'defsystem',
  'go',
  'trace',
  'untrace',
]);
/** `(name (variable code…) body…)`. */
export const boundFirst: ReadonlySet<string> = new Set([
  'dolist',
  'dotimes',
  'do-symbols',
  'do-external-symbols',
  'do-all-symbols',
  'with-open-file',
  'with-open-stream',
  'with-output-to-string',
  'with-input-from-string',
  'with-simple-restart',
  'print-unreadable-object',
]);
