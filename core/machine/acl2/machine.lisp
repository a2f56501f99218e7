; The machine of the engine as a function (seed 003, 5.2 to 5.4; core/machine/engine/decide.ts).
;
; A machine is an alist from state names to states. A state is (final sets transitions on-error):
;   final        t for a final state
;   sets         alist from context keys to expressions, all evaluated in the context before the step
;   transitions  list of (condition . target), in order
;   on-error     the name of the state that handles errors, or nil
; A context is an alist. Reading a missing key gives nil, as null does.

(in-package "ACL2")

; --- expressions: (mv error value) ---------------------------------------------------------------

(defun truthy (x)
  "What counts as true in a condition (X3): anything but null, 0 and the empty text."
  (not (or (null x) (equal x 0) (equal x ""))))

(defun ctx-get (key ctx)
  "The value of a key, nil where it is missing: a missing path is null (X2)."
  (cdr (assoc-equal key ctx)))

(defun eval-simple (x ctx)
  "The value of an expression in a context: (mv error value). AND and OR stop at the first operand that decides;
  ordering and arithmetic of anything but integers is the error :type (X3)."
  (declare (xargs :measure (acl2-count x)))
  (cond
   ((atom x) (mv nil x))
   ((eq (car x) 'get) (mv nil (ctx-get (cadr x) ctx)))
   ((eq (car x) 'not)
    (mv-let (e v) (eval-simple (cadr x) ctx)
      (if e (mv e nil) (mv nil (not (truthy v))))))
   ((eq (car x) 'and)
    (mv-let (e v) (eval-simple (cadr x) ctx)
      (cond (e (mv e nil))
            ((not (truthy v)) (mv nil nil))
            (t (mv-let (e2 v2) (eval-simple (caddr x) ctx)
                 (if e2 (mv e2 nil) (mv nil (truthy v2))))))))
   ((eq (car x) 'or)
    (mv-let (e v) (eval-simple (cadr x) ctx)
      (cond (e (mv e nil))
            ((truthy v) (mv nil t))
            (t (mv-let (e2 v2) (eval-simple (caddr x) ctx)
                 (if e2 (mv e2 nil) (mv nil (truthy v2))))))))
   (t
    (mv-let (e v) (eval-simple (cadr x) ctx)
      (if e
          (mv e nil)
        (mv-let (e2 v2) (eval-simple (caddr x) ctx)
          (cond (e2 (mv e2 nil))
                ((eq (car x) '==) (mv nil (equal v v2)))
                ((not (and (integerp v) (integerp v2))) (mv :type nil))
                ((eq (car x) '<) (mv nil (< v v2)))
                ((eq (car x) '<=) (mv nil (<= v v2)))
                ((eq (car x) '+) (mv nil (+ v v2)))
                ((eq (car x) '*) (mv nil (* v v2)))
                (t (mv :unknown nil)))))))))

; --- one step ------------------------------------------------------------------------------------

(defun new-values (sets ctx)
  "New values, all computed from the context before the step: (mv error additions)."
  (if (atom sets)
      (mv nil nil)
    (mv-let (e v) (eval-simple (cdar sets) ctx)
      (if e
          (mv e nil)
        (mv-let (e2 rest) (new-values (cdr sets) ctx)
          (if e2 (mv e2 nil) (mv nil (acons (caar sets) v rest))))))))

(defun ctx-merge (ctx additions)
  "The context with the additions; they take precedence, as in mergeContext."
  (append additions ctx))

(defun find-transition (transitions ctx)
  "The first transition whose condition holds (M2): (mv error target), target nil when none holds."
  (if (atom transitions)
      (mv nil nil)
    (mv-let (e v) (eval-simple (caar transitions) ctx)
      (cond (e (mv e nil))
            ((truthy v) (mv nil (cdar transitions)))
            (t (find-transition (cdr transitions) ctx))))))

(defun state-final (s)
  "t for a state in which a run ends."
  (nth 0 s))

(defun state-sets (s)
  "The expressions that the state assigns, by context key."
  (nth 1 s))

(defun state-transitions (s)
  "The transitions of the state as (condition . target), in the order in which they are tried (M2)."
  (nth 2 s))

(defun state-on-error (s)
  "The state that handles an error of this one, or nil (M4)."
  (nth 3 s))

(defun state-of (name machine)
  "The state of that name, nil where the machine has none."
  (cdr (assoc-equal name machine)))

; A snapshot is what a checkpoint keeps: (status name ctx step). The status is :running until the run is over.
(defun snap (status name ctx step)
  "A snapshot, which is what a checkpoint keeps. The status is :running until the run is over."
  (list status name ctx step))

(defun snap-status (s)
  ":running, :done, :error or :max-steps."
  (nth 0 s))

(defun snap-name (s)
  "The name of the state that comes next; of a run that is over, the one it ended in."
  (nth 1 s))

(defun snap-ctx (s)
  "The context as the steps so far left it."
  (nth 2 s))

(defun snap-step (s)
  "The number of finished steps."
  (nth 3 s))

(defun fail-step (name s ctx step)
  "After an error in a step: on with the handling state, or the run is over where there is none (M4)."
  (if (state-on-error s)
      (snap :running (state-on-error s) ctx (+ 1 step))
    (snap :error name ctx step)))

(defun machine-step (x machine max-steps)
  "One step from a running snapshot. A run that is over stays as it is; one that used up its steps ends as :max-steps
  (M3)."
  (let* ((name (snap-name x)) (ctx (snap-ctx x)) (step (nfix (snap-step x)))
         (s (state-of name machine)))
    (cond
     ((not (eq (snap-status x) :running)) x)
     ((<= (nfix max-steps) step) (snap :max-steps name ctx step))
     (t
      (mv-let (e additions) (new-values (state-sets s) ctx)
        (if e
            (fail-step name s ctx step)
          (let ((ctx2 (ctx-merge ctx additions)))
            (if (state-final s)
                (snap :done name ctx2 (+ 1 step))
              (mv-let (e2 target) (find-transition (state-transitions s) ctx2)
                (if (or e2 (null target))
                    (fail-step name s ctx2 step)
                  (snap :running target ctx2 (+ 1 step))))))))))))

(defun machine-steps (x n machine max-steps)
  "n steps, one after the other."
  (if (zp n) x (machine-steps (machine-step x machine max-steps) (- n 1) machine max-steps)))

(defun start-snap (name ctx)
  "The snapshot of a run that has not begun: step 0."
  (snap :running name ctx 0))

(defun machine-run (name ctx machine max-steps)
  "The whole run: max-steps steps and the one that finds out that there are no more (M3)."
  (machine-steps (start-snap name ctx) (+ 1 (nfix max-steps)) machine max-steps))

; --- well-formed machines: what the loader checks ----------------------------------------------------

(defun targets-known (transitions machine)
  "Whether every transition leads to a state of the machine (M2)."
  (if (atom transitions)
      t
    (and (consp (car transitions))
         (cdar transitions)
         (assoc-equal (cdar transitions) machine)
         (targets-known (cdr transitions) machine))))

(defun states-ok (states machine)
  "Whether the transitions and error handlers of these states lead to states of the machine."
  (if (atom states)
      t
    (let ((s (cdar states)))
      (and (consp (car states))
           (targets-known (state-transitions s) machine)
           (or (null (state-on-error s)) (assoc-equal (state-on-error s) machine))
           (states-ok (cdr states) machine)))))

(defun machine-p (machine)
  "What the loader lets through: an alist of states that only name states of it."
  (and (alistp machine) (states-ok machine machine)))

(defun valid-snap (x machine)
  "Whether a snapshot is one of this machine: a known status, a state that it has, a natural step."
  (and (member-equal (snap-status x) '(:running :done :error :max-steps))
       (consp (assoc-equal (snap-name x) machine))
       (natp (snap-step x))))

; A real machine, so that the hypotheses below are not empty: it counts to three, with an error on the way.
(defconst *witness*
  '(("count" nil (("n" . (+ (get "n") 1))) (((< (get "n") 3) . "count") (t . "odd")) nil)
    ("odd"   nil (("x" . (+ (get "missing") 1))) nil "handled")
    ("handled" t (("ok" . t)) nil nil)))

(defthm witness-is-a-machine (machine-p *witness*) :rule-classes nil)

(defthm witness-runs
  (equal (list (snap-status (machine-run "count" '(("n" . 0)) *witness* 10))
               (snap-name (machine-run "count" '(("n" . 0)) *witness* 10))
               (ctx-get "n" (snap-ctx (machine-run "count" '(("n" . 0)) *witness* 10)))
               (snap-step (machine-run "count" '(("n" . 0)) *witness* 10)))
         '(:done "handled" 3 5))
  :rule-classes nil)
