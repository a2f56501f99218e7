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

(defun truthy (x) (not (or (null x) (equal x 0) (equal x ""))))

(defun ctx-get (key ctx) (cdr (assoc-equal key ctx)))

(defun eval-simple (x ctx)
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

; New values, all computed from the context before the step.
(defun new-values (sets ctx)
  (if (atom sets)
      (mv nil nil)
    (mv-let (e v) (eval-simple (cdar sets) ctx)
      (if e
          (mv e nil)
        (mv-let (e2 rest) (new-values (cdr sets) ctx)
          (if e2 (mv e2 nil) (mv nil (acons (caar sets) v rest))))))))

; Right takes precedence, as in mergeContext.
(defun ctx-merge (ctx additions) (append additions ctx))

; The first transition whose condition holds (M2): (mv error target), target nil when none holds.
(defun find-transition (transitions ctx)
  (if (atom transitions)
      (mv nil nil)
    (mv-let (e v) (eval-simple (caar transitions) ctx)
      (cond (e (mv e nil))
            ((truthy v) (mv nil (cdar transitions)))
            (t (find-transition (cdr transitions) ctx))))))

(defun state-final (s) (nth 0 s))
(defun state-sets (s) (nth 1 s))
(defun state-transitions (s) (nth 2 s))
(defun state-on-error (s) (nth 3 s))
(defun state-of (name machine) (cdr (assoc-equal name machine)))

; A snapshot is what a checkpoint keeps: (status name ctx step). The status is :running until the run is over.
(defun snap (status name ctx step) (list status name ctx step))
(defun snap-status (s) (nth 0 s))
(defun snap-name (s) (nth 1 s))
(defun snap-ctx (s) (nth 2 s))
(defun snap-step (s) (nth 3 s))

(defun fail-step (name s ctx step)
  (if (state-on-error s)
      (snap :running (state-on-error s) ctx (+ 1 step))
    (snap :error name ctx step)))

; One step from a running snapshot. A run that is over stays as it is.
(defun machine-step (x machine max-steps)
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
  (if (zp n) x (machine-steps (machine-step x machine max-steps) (- n 1) machine max-steps)))

(defun start-snap (name ctx) (snap :running name ctx 0))

; The whole run: max-steps steps and the one that finds out that there are no more.
(defun machine-run (name ctx machine max-steps)
  (machine-steps (start-snap name ctx) (+ 1 (nfix max-steps)) machine max-steps))

; --- well-formed machines: what the loader checks ----------------------------------------------------

(defun targets-known (transitions machine)
  (if (atom transitions)
      t
    (and (consp (car transitions))
         (cdar transitions)
         (assoc-equal (cdar transitions) machine)
         (targets-known (cdr transitions) machine))))

(defun states-ok (states machine)
  (if (atom states)
      t
    (let ((s (cdar states)))
      (and (consp (car states))
           (targets-known (state-transitions s) machine)
           (or (null (state-on-error s)) (assoc-equal (state-on-error s) machine))
           (states-ok (cdr states) machine)))))

(defun machine-p (machine)
  (and (alistp machine) (states-ok machine machine)))

(defun valid-snap (x machine)
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
