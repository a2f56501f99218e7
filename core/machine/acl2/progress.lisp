; Progress and closure: from a valid snapshot of a checked machine, every run is over after max-steps steps, in a
; status that says how, and it is :done only in a final state. Transitions lead to states that exist.

(in-package "ACL2")
(include-book "machine")

(local (in-theory (disable eval-simple)))

(defthm find-transition-target-known
  (mv-let (e target) (find-transition transitions ctx)
    (implies (and (targets-known transitions machine) (not e) target)
             (assoc-equal target machine))))

(defthm state-of-checked-state
  (implies (and (states-ok states machine) (assoc-equal name states))
           (and (targets-known (state-transitions (cdr (assoc-equal name states))) machine)
                (implies (state-on-error (cdr (assoc-equal name states)))
                         (assoc-equal (state-on-error (cdr (assoc-equal name states))) machine))))
  :rule-classes :rewrite)

(defthm consp-of-assoc
  (implies (and (alistp a) (assoc-equal k a)) (consp (assoc-equal k a))))

(defthm new-values-mv (equal (mv-nth 0 (cons a b)) a))

; Transition totality: a step from a valid snapshot is a valid snapshot.
(defthm step-is-total
  (implies (and (machine-p machine) (valid-snap x machine))
           (valid-snap (machine-step x machine max-steps) machine))
  :hints (("Goal" :in-theory (disable targets-known state-transitions state-on-error state-final state-sets
                                      find-transition new-values)
           :use ((:instance state-of-checked-state (states machine) (name (snap-name x)))))))

(defthm steps-are-total
  (implies (and (machine-p machine) (valid-snap x machine))
           (valid-snap (machine-steps x n machine max-steps) machine))
  :hints (("Goal" :in-theory (disable machine-step valid-snap machine-p))))

; A step after which the run goes on counts one more.
(defthm a-step-counts
  (implies (and (natp (snap-step x)) (eq (snap-status x) :running)
                (eq (snap-status (machine-step x machine max-steps)) :running))
           (equal (snap-step (machine-step x machine max-steps)) (+ 1 (snap-step x))))
  :hints (("Goal" :in-theory (disable new-values find-transition))))

(defthm over-stays-over
  (implies (not (eq (snap-status x) :running))
           (equal (machine-step x machine max-steps) x)))

(defthm over-stays-over-for-ever
  (implies (not (eq (snap-status x) :running))
           (equal (machine-steps x n machine max-steps) x))
  :hints (("Goal" :in-theory (disable machine-step))))

(defthm at-the-limit-it-ends
  (implies (and (natp (snap-step x)) (<= (nfix max-steps) (snap-step x)))
           (not (equal (snap-status (machine-step x machine max-steps)) :running))))

(defthm natp-step-of-step
  (implies (natp (snap-step x)) (natp (snap-step (machine-step x machine max-steps))))
  :hints (("Goal" :in-theory (disable new-values find-transition))))

(local
 (defun steps-induct (x n machine max-steps)
   (if (zp n) x (steps-induct (machine-step x machine max-steps) (- n 1) machine max-steps))))

(defthm enough-steps-end-it
  (implies (and (natp (snap-step x)) (<= (snap-step x) (nfix max-steps))
                (natp n) (< (- (nfix max-steps) (snap-step x)) n))
           (not (equal (snap-status (machine-steps x n machine max-steps)) :running)))
  :hints (("Goal" :induct (steps-induct x n machine max-steps)
           :in-theory (disable machine-step snap-step snap-status))
          ("Subgoal *1/2" :cases ((not (eq (snap-status x) :running))
                                  (not (eq (snap-status (machine-step x machine max-steps)) :running))
                                  (<= (nfix max-steps) (snap-step x))))))

; Progress (seed 003, 5.5): every run of a checked machine from one of its states is over, and says how.
(defthm machine-progress
  (implies (and (machine-p machine) (consp (assoc-equal name machine)))
           (member-equal (snap-status (machine-run name ctx machine max-steps)) '(:done :error :max-steps)))
  :hints (("Goal" :in-theory (disable machine-steps machine-p steps-are-total enough-steps-end-it)
           :use ((:instance steps-are-total (x (start-snap name ctx)) (n (+ 1 (nfix max-steps))))
                 (:instance enough-steps-end-it (x (start-snap name ctx)) (n (+ 1 (nfix max-steps))))))))

; Done only in a final state.
(defthm done-only-in-a-final-state-step
  (implies (and (eq (snap-status x) :running)
                (eq (snap-status (machine-step x machine max-steps)) :done))
           (state-final (state-of (snap-name (machine-step x machine max-steps)) machine)))
  :hints (("Goal" :in-theory (disable new-values find-transition state-final state-on-error state-sets
                                      state-transitions))))

; Error handlers are complete: where a state names a handler, no error of its work ends the run.
(defthm a-handler-handles
  (implies (and (eq (snap-status x) :running)
                (state-on-error (state-of (snap-name x) machine)))
           (not (eq (snap-status (machine-step x machine max-steps)) :error)))
  :hints (("Goal" :in-theory (disable new-values find-transition state-final state-on-error state-sets
                                      state-transitions))))
