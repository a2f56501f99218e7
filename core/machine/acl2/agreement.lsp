; Runs the machines of a file with the model and compares with what the TypeScript engine gave.
;
; The file holds objects (machine initial context max-steps expected); expected is (status state step values), where
; values is the alist of the final context, or :any where the run ended in an error.

(set-guard-checking :none)

(defun same-values (values ctx)
  "Whether every value that the engine left in the context is the model's too; keys that it does not name are free."
  (declare (xargs :mode :program))
  (if (atom values)
      t
    (and (equal (ctx-get (caar values) ctx) (cdar values))
         (same-values (cdr values) ctx))))

(defun agrees (one)
  "Whether the model ends one case as the engine did: status, state, step count and the values of the context."
  (declare (xargs :mode :program))
  (let* ((machine (nth 0 one)) (initial (nth 1 one)) (ctx (nth 2 one)) (limit (nth 3 one)) (expected (nth 4 one))
         (end (machine-run initial ctx machine limit)))
    (and (machine-p machine)
         (equal (snap-status end) (nth 0 expected))
         (equal (snap-name end) (nth 1 expected))
         (equal (snap-step end) (nth 2 expected))
         (or (equal (nth 3 expected) :any)
             (same-values (nth 3 expected) (snap-ctx end))))))

(defun compare-all (cases compared different)
  "Runs every case, prints each that differs, and at the end how many were compared and how many differ."
  (declare (xargs :mode :program))
  (if (atom cases)
      (cw "COMPARED ~x0 DIFFERENT ~x1~%" compared different)
    (if (agrees (car cases))
        (compare-all (cdr cases) (+ 1 compared) different)
      (prog2$ (cw "DIFFERS ~x0~% model ~x1~%" (car cases)
                  (machine-run (nth 1 (car cases)) (nth 2 (car cases)) (nth 0 (car cases)) (nth 3 (car cases))))
              (compare-all (cdr cases) (+ 1 compared) (+ 1 different))))))

(defun compare-machines (file state)
  "Reads the cases of a file and compares them all."
  (declare (xargs :mode :program :stobjs state))
  (er-let* ((cases (read-file file state)))
    (prog2$ (compare-all cases 0 0) (value :invisible))))
