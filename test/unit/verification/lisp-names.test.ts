import { describe, expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

interface Found {
  /** `line symbol` of each violation. */
  readonly wrong: readonly string[];
  /** Why names stay open. */
  readonly open: readonly string[];
}

/** What is found in `a.lisp`, with other sources of its project beside it. */
async function namesIn(source: string, others: Readonly<Record<string, string>> = {}): Promise<Found> {
  const parsed = parseRules({ hallucination_rules: {} }, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const head = memoryTree({ 'a.lisp': source, ...others });
  const change = { base: null, head, files: [{ path: 'a.lisp', basePath: null }] };
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  const { violations, dimensionResults } = result.value;
  const open = dimensionResults.flatMap(({ inconclusive }) => inconclusive.map(({ reason }) => reason));
  return { wrong: violations.map(({ line, symbol }) => `${line} ${symbol}`), open };
}

const nothing: Found = { wrong: [], open: [] };

describe('names that forms define', () => {
  it('a structure has the slots of the one that it includes', async () => {
    const source = `(defstruct base size)
(defstruct (leaf (:include base) (:conc-name l-)) mark)
(defun f (x) (list (l-size x) (l-mark x) (l-sise x)))`;
    expect(await namesIn(source)).toEqual({ wrong: ['3 l-sise'], open: [] });
  });

  it('a structure that includes an unknown one may have any slot', async () => {
    const source = '(defstruct (leaf (:include other:base)) mark)\n(defun f (x) (leaf-height x))';
    expect(await namesIn(source, { 'a.asd': '(defsystem :a :depends-on (:other))' })).toEqual({
      wrong: [],
      open: ["'leaf-height' may be made by a form that Mizan does not follow"],
    });
  });

  it('a macro defines the arguments that its template defines', async () => {
    const source = `(defmacro counter (name start) \`(progn (defvar *n* ,start) (defun ,name () (incf *n*))))
(counter ticket 1)
(defun f () (list (ticket) (tikcet)))`;
    expect(await namesIn(source)).toEqual({ wrong: ['3 tikcet'], open: [] });
  });

  it('a name that the project makes from a string may be made', async () => {
    const source = `(defmacro getter (name) \`(defun ,(intern (format nil "FETCH-~A" name)) () ',name))
(getter apple)
(defun f () (list (fetch-apple) (collect-apple)))`;
    expect(await namesIn(source)).toEqual({
      wrong: ['3 collect-apple'],
      open: ["'fetch-apple' may be made by a form that Mizan does not follow"],
    });
  });

  it('a name put together from parts may be made, whatever stands between them', async () => {
    const source = `(defmacro integers (bytes)
  \`(defun ,(intern (with-standard-io-syntax (format nil "~A~A~A" '#:write- (if bytes '#:u "") bytes))) () nil))
(integers 4)
(defun f () (list (write-u4) (wrote-4)))`;
    expect(await namesIn(source)).toEqual({
      wrong: ['4 wrote-4'],
      open: ["'write-u4' may be made by a form that Mizan does not follow"],
    });
  });

  it('a macro defines what its template defines after options, and readers that slots name', async () => {
    const source = `(defmacro foreign ((&key since) name) \`(defversioned (:since ,since) ,(append name '(:library c))))
(foreign (:since 1) ("sk_num" sk-num))
(define-record pair () ((left :reader left-of)))
(defun f (x) (list (sk-num) (left-of x) (right-of x)))
(defclass* cart () ((wheels 4)))
(defun g (x) (wheels x))`;
    const { wrong } = await namesIn(source, { 'b.lisp': '(defmacro defversioned (o n) (list o n))' });
    expect(wrong).toEqual(['3 define-record', '4 right-of', '5 defclass*']);
  });

  it('what #+ gives to other implementations is defined as well', async () => {
    expect(await namesIn('#+ccl (defun quit-it () 1)\n(defun f () (quit-it))')).toEqual(nothing);
  });
});

describe('where names are looked for', () => {
  it('in bodies of macros whose templates evaluate them, and nowhere else for sure', async () => {
    const source = `(defmacro timed ((name) &body body) \`(let ((,name 0)) ,@body))
(defmacro states (&body clauses) \`(list ',clauses))
(defun f () (timed (x) (unknown-thing x)) (states (state-one (list 1))))`;
    const { wrong, open } = await namesIn(source);
    expect(wrong).toEqual(['3 unknown-thing']);
    expect(open).toEqual([
      "'state-one' stands in a macro that is not followed, and nothing that Mizan can follow defines it",
    ]);
  });

  it('a misspelt standard symbol in any macro, in code for other implementations and in #.', async () => {
    const source = `(defpackage :app (:use :cl :somewhere))
(in-package :app)
(defun f (x)
  (with-something (x) (mapcarr #'list x))
  (case x (:a #+ccl (fucall x)) (:b #+ecl (let ((y #+mkcl (gethsh x) 1)) y)))
  (list #.(char-coed #\\a)))`;
    expect((await namesIn(source)).wrong).toEqual(['4 mapcarr', '5 fucall', '5 gethsh', '6 char-coed']);
  });

  it('in the name of a function that is a list, and in bodies of local macros', async () => {
    const source = `(defun (seft size) (new) new)
(defun f (x)
  (macrolet ((rows (&rest clauses) \`(list ',clauses)) (twice (&body body) \`(progn ,@body ,@body)))
    (rows (a b) (c d))
    (twice (lisst x) (no-such-thing x))))`;
    expect((await namesIn(source)).wrong).toEqual(['1 seft', '5 lisst', '5 no-such-thing']);
  });

  it('strings of cl-interpol are strings, and runes of CXML characters', async () => {
    const source = '(defun f () (list #?|"a","b| #?"(c" #?r{(d "{e}"} #/" #/\\\\ #/\\" #/x))\n(defun g () (lisst))';
    expect(await namesIn(source)).toEqual({ wrong: ['2 lisst'], open: [] });
  });

  it('not in parts of definitions, in C for CFFI and in patterns of loop', async () => {
    const source = `(in-package :elsewhere)
(defsyscall point (lst :int) (listt :int))`;
    expect((await namesIn(source)).wrong).toEqual([]);
    const loop = '(defun f (table) (loop for k being the hash-keys of table using (hash-valu v) collect (list k v)))';
    expect(await namesIn(loop)).toEqual(nothing);
    expect(await namesIn('(in-package :x)\n(include "a.h")\n(constnt (a "A"))')).not.toEqual(nothing);
    expect(await namesIn('(in-package :x)\n(include "a.h")\n(constant (lenght "A"))\n(cstruct s "s")')).toEqual(
      nothing,
    );
  });

  it('in defaults of parameters, methods of generic functions and slots', async () => {
    const source = `(defun f (&optional (a (one-unknown))) a)
(defgeneric g (x) (:method (x) (two-unknown x)))
(defclass c () ((s :initform (three-unknown))) (:default-initargs :s (four-unknown)))`;
    expect((await namesIn(source)).wrong).toEqual([
      '1 one-unknown',
      '2 two-unknown',
      '3 three-unknown',
      '3 four-unknown',
    ]);
  });
});

describe('what is not said', () => {
  it('how many arguments a place takes that setf sets in a way of its own', async () => {
    const source = `(defun mask (x) x)
(defsetf mask (x &optional order) (value) (list 'set-mask x order value))
(defun size (x) x)
(defun (setf size) (value x unit) (list value x unit))
(defun f (x) (setf (mask x 1) 2 (size x :mm) 3))`;
    expect(await namesIn(source)).toEqual(nothing);
  });

  it('that a name is undefined in a source that only other implementations load', async () => {
    const source = '(defun f (x) (process-sleep x) (cl::uref x))';
    expect((await namesIn(source)).wrong).toEqual(['1 process-sleep', '1 uref']);
    const system = { 'a.asd': '(defsystem :a :components (#+allegro (:file "a") (:file "b")))' };
    expect(await namesIn(source, system)).toEqual({
      wrong: [],
      open: ["'process-sleep' may come from the implementation that it is for, which is not part of the project"],
    });
    const other = { 'a.asd': '(defsystem :a :components ((:file "a") #+allegro (:file "b")))' };
    expect((await namesIn(source, other)).wrong).toHaveLength(2);
  });
});

describe('one name in two packages', () => {
  it('has no number of arguments that can be told', async () => {
    const source = '(defun run (a) a)\n(defun f (x) (run x x x))';
    expect((await namesIn(source)).wrong).toEqual(['2 run']);
    expect(await namesIn(source, { 'b.lisp': '(defmethod run ((a null) b c) (list a b c))' })).toEqual(nothing);
  });
});

describe('packages and libraries', () => {
  it('a widely used library brings its names, and what it does not have stays open', async () => {
    const source = `(defpackage :app (:use :cl :alexandria))
(in-package :app)
(defun f (x) (when-let ((y (ensure-list x))) (mapcarr y) (ensure-lizt y) (alexandria:flattn y) (alexandria:bake y)))`;
    const { wrong, open } = await namesIn(source);
    expect(wrong).toEqual(['3 alexandria:flattn', '3 mapcarr', '3 ensure-lizt']);
    expect(open).toEqual(["The package 'alexandria' as Mizan knows it has no 'bake'"]);
  });

  it('a macro of the project defines packages with what its template says', async () => {
    const source = "(in-package :app.parts)\n(defun f (x) (awhen x (alexandria-like it) (curry #'list x)))";
    const macro = '(defmacro define-part (name &rest more) `(defpackage ,name (:use :cl :anaphora ,@more)))';
    const { wrong, open } = await namesIn(source, {
      'b.lisp': `${macro}\n(define-part :app.parts (:use :alexandria))`,
    });
    expect(wrong).toEqual([]);
    expect(open).toEqual(["'alexandria-like' may come from anaphora, alexandria, which is not part of the project"]);
  });

  it('every package that a symbol names has to exist', async () => {
    const source = "(defun f (smart-json:thing) (list 'ghost::x smart-json:thing))";
    const reason = (name: string) => `The package '${name}' is neither in the project nor in a system definition`;
    expect((await namesIn(source)).open).toEqual([reason('smart-json'), reason('ghost')]);
    const system = { 'a.asd': '(defsystem :a :depends-on (:smart-json #+sbcl (:version "ghost" "1")))' };
    expect(await namesIn(source, system)).toEqual(nothing);
  });

  it('a variant is no misspelling where the name may come from elsewhere', async () => {
    const source = `(defpackage :app (:use :cl :split-sequence))
(in-package :app)
(defun f (x) (list (read-line* x) (%format x) (subsequence-p x) (dread-line x) (subsequence2 x) (subsequence1 x)))`;
    const { wrong, open } = await namesIn(source, {
      'b.lisp': '(defun subsequence3 (x) x) (defun subsequence-1 (x) x)',
    });
    expect(wrong).toEqual([]);
    expect(open).toHaveLength(6);
  });

  it('a name is left open once for each file', async () => {
    const source = '(in-package :elsewhere)\n(defun f () (strange 1))\n(defun g () (strange 2) (strange 3))';
    expect((await namesIn(source)).open).toHaveLength(1);
  });

  it('a source for ACL2 is left open as a whole, with or without its package', async () => {
    for (const first of ['(in-package "ACL2")', '(include-book "std/util/define" :dir :system)', '(defthm t1 t)']) {
      const { wrong, open } = await namesIn(`${first}\n(define f ((x natp)) (er-let* ((y (nfixx x))) y))`);
      expect(wrong).toEqual([]);
      expect(open).toEqual([expect.stringContaining('ACL2')]);
    }
    expect((await namesIn('(defun f (x) (nfixx x))')).wrong).toEqual(['1 nfixx']);
  });

  it('a source of the project that is nested beyond reading leaves open what stands in it, and nothing else', async () => {
    const deep = `(defun known (x) x)\n${'('.repeat(5000)}${')'.repeat(5000)}`;
    const { wrong, open } = await namesIn('(defun f (x) (known x) (unknwon x))', { 'deep.lisp': deep });
    expect(wrong).toEqual(['1 unknwon']);
    expect(open).toEqual(["'known' may be made by a form that Mizan does not follow"]);
    expect(await namesIn(deep)).toEqual({
      wrong: [],
      open: ['The file is nested too deeply to be read'],
    });
  });
});
