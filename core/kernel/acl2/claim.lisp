; How this book states a theorem: with a sentence, and with a witness.
;
; DEFCLAIM proves (implies (and hypotheses) conclusion). A theorem whose hypotheses nothing satisfies says nothing, so
; each claim that has hypotheses must give concrete values, and certification evaluates the hypotheses on them. The
; sentence and the statement go into the table KERNEL-CLAIMS, from which docs/theorems.md is written.

(in-package "ACL2")

(include-book "centaur/fty/top" :dir :system)
(include-book "std/util/define" :dir :system)

(defun claim-statement (hypotheses conclusion)
  "The statement as one term: an implication when there are hypotheses, else the conclusion alone."
  (declare (xargs :guard t))
  (cond ((atom hypotheses) conclusion)
        ((atom (cdr hypotheses)) `(implies ,(car hypotheses) ,conclusion))
        (t `(implies (and ,@hypotheses) ,conclusion))))

(defmacro defclaim (name sentence &key given witness then hints (rule-classes 'nil))
  "Proves a statement, evaluates its hypotheses on the witness, and enters sentence and statement in KERNEL-CLAIMS.
  Hypotheses without a witness are refused by the guard."
  (declare (xargs :guard (and (symbolp name)
                              (stringp sentence)
                              (true-listp given)
                              (iff given witness))))
  `(progn
     ,@(and given `((assert-event (let* ,witness (and ,@given)))))
     (defthm ,name
       ,(claim-statement given then)
       :rule-classes ,rule-classes
       ,@(and hints `(:hints ,hints)))
     (table kernel-claims ',name '(,sentence ,(claim-statement given then) ,witness))))

(defun print-claims (claims state)
  "Prints the claims as text, in the order given, oldest first: what docs/theorems.md is made of."
  (declare (xargs :mode :program :stobjs state))
  (if (endp claims)
      state
    (let ((state (fms "CLAIM ~s0~%~s1~%STATEMENT~%~xa~%WITNESS~%~xb~%END~%"
                      (list (cons #\0 (string-downcase (symbol-name (car (car claims)))))
                            (cons #\1 (nth 1 (car claims)))
                            (cons #\a (nth 2 (car claims)))
                            (cons #\b (nth 3 (car claims))))
                      (standard-co state) state nil)))
      (print-claims (cdr claims) state))))
