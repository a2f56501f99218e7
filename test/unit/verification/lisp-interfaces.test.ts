import { expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

/** The functions whose interface changed between two versions of one Lisp source. */
async function changed(before: string, after: string): Promise<readonly string[]> {
  const rules = parseRules({ semantic_rules: { preserve_exports: true, preserve_signatures: true } }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const [base, head] = [before, after].map((text) => memoryTree({ 'a.lisp': text }));
  if (base === undefined || head === undefined) throw new Error('two trees');
  const change = { base, head, files: [{ path: 'a.lisp', basePath: 'a.lisp' }] };
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ symbol }) => symbol);
}

it('what only other implementations define is an interface too', async () => {
  const before = '#+ccl (defun open-it (path &key mode) (list path mode))\n(defun other () 1)';
  const after = '#+ccl (defun open-it (path &key) (list path))\n(defun other () 1)';
  expect(await changed(before, after)).toEqual(['open-it']);
  expect(await changed(before, '(defun other () 1)')).toEqual(['open-it']);
});

it('where this implementation has a definition, that one counts', async () => {
  const before = '(defun f (x) x)\n#+ccl (defun f (x y) (list x y))';
  const after = '(defun f (x) x)\n#+ccl (defun f (x y z) (list x y z))';
  expect(await changed(before, after)).toEqual([]);
});

it('a function is gone when only a condition of its name is left', async () => {
  const condition = '(define-condition failure (error) ())';
  expect(await changed(`(defun failure (x) x)\n${condition}`, condition)).toEqual(['failure']);
  expect(await changed(`${condition}\n(defun failure (x) x)`, condition)).toEqual(['failure']);
  expect(await changed(condition, `(defun failure (x) x)\n${condition}`)).toEqual([]);
});

const packages = `(defpackage :auth (:use :cl) (:nicknames :a)
  (:export #:open-it #+ccl #:only-elsewhere))
(defpackage :auth-tests (:use :auth) (:import-from :auth #:inner))`;
const rules = { semantic_rules: { preserve_exports: true }, style_rules: { require_docstrings: true } };

/** What is found when a source of a project with `packages` changes. */
async function inProject(definitions: string, before: string, after: string): Promise<readonly string[]> {
  const parsed = parseRules(rules, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const [base, head] = [before, after].map((text) => memoryTree({ 'package.lisp': definitions, 'a.lisp': text }));
  if (base === undefined || head === undefined) throw new Error('two trees');
  const change = { base, head, files: [{ path: 'a.lisp', basePath: 'a.lisp' }] };
  const result = await verifyInThisThread(change, { name: 'case', agentType: null, rules: parsed.value }, '', {
    now: () => 0,
  });
  if (!result.ok) throw new Error(result.problem.message);
  return [...result.value.violations, ...result.value.warnings].map(({ rule, symbol }) => `${rule} ${symbol}`);
}

it('what a package defined elsewhere keeps to itself is no interface', async () => {
  const before = '(in-package #:auth)\n(defun open-it () "Opens." 1)\n(defun helper () 1)\n(defun inner () 2)';
  const after = '(in-package #:auth)\n(defun other () 1)\n(defun (setf open-it) (x) x)';
  expect(await inProject(packages, before, after)).toEqual([
    'semantics/removed-export open-it',
    'semantics/removed-export inner',
    'style/docstring (setf open-it)',
  ]);
  const nickname = (text: string) => text.replace('#:auth', '"A"');
  expect(await inProject(packages, nickname(before), nickname(after))).toHaveLength(3);
});

it('where it cannot be read what a package exports, everything is an interface', async () => {
  const before = '(in-package :auth)\n(defun helper () "Helps." 1)';
  const after = '(in-package :auth)\n';
  expect(await inProject(packages, before, after)).toEqual([]);
  for (const definitions of [
    '(defpackage :other (:export #:open-it))',
    '(defpackage :auth (:use :cl))',
    '(defpackage :auth (:export . #.(names)))',
    `${packages}\n(in-package :auth)\n(export '(helper))`,
    `${packages}\n(export-always 'helper)`,
    `${packages})`,
  ]) {
    expect([definitions, await inProject(definitions, before, after)]).toEqual([
      definitions,
      ['semantics/removed-export helper'],
    ]);
  }
});
