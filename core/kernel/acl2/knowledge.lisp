; Facts that only grow, and goals (seed 000, phase 2; K9).

(in-package "ACL2")

(include-book "react")
(include-book "numbers")
(include-book "std/lists/prefixp" :dir :system)

(local (std::add-default-post-define-hook :fix))

(define add-fact ((fact fact-p) (st agent-state-p))
  :returns (new-st agent-state-p)
  (change-agent-state st
    :facts (append (agent-state->facts st)
                   (list (change-fact fact :confidence (min 100 (fact->confidence fact)))))))

(define mark-goal ((name stringp) (goals goal-list-p))
  :returns (new-goals goal-list-p)
  (cond ((atom goals) nil)
        ((equal (goal->name (car goals)) (str-fix name))
         (cons (change-goal (car goals) :achieved t)
               (mark-goal name (cdr goals))))
        (t (cons (goal-fix (car goals))
                 (mark-goal name (cdr goals))))))

(define achieved-count ((goals goal-list-p))
  :returns (count natp :rule-classes :type-prescription)
  (cond ((atom goals) 0)
        ((goal->achieved (car goals)) (+ 1 (achieved-count (cdr goals))))
        (t (achieved-count (cdr goals))))
  ///
  (defret achieved-count-at-most
    (<= count (len goals))
    :rule-classes :linear))

(define satisfaction-of ((goals goal-list-p))
  ; Whole per cent of goals that are achieved.
  :returns (satisfaction natp :rule-classes :type-prescription)
  (if (atom goals)
      0
    (per-cent (achieved-count goals) (len goals))))

(define achieve-goal ((name stringp) (st agent-state-p))
  :returns (new-st agent-state-p)
  (let ((goals (mark-goal name (agent-state->goals st))))
    (update-satisfaction (satisfaction-of goals)
                         (change-agent-state st :goals goals))))

(define all-achieved-p ((goals goal-list-p))
  :returns (all booleanp)
  (or (atom goals)
      (and (goal->achieved (car goals))
           (all-achieved-p (cdr goals)))))

(defclaim facts-monotonic
  "Facts only grow: after a fact is added, all earlier ones stand before it."
  :then (prefixp (agent-state->facts st) (agent-state->facts (add-fact fact st)))
  :hints (("Goal" :in-theory (enable add-fact))))

(defclaim step-keeps-facts-and-goals
  "A step changes neither facts nor goals."
  :then (and (equal (agent-state->facts (react-step action tool st)) (agent-state->facts st))
             (equal (agent-state->goals (react-step action tool st)) (agent-state->goals st)))
  :hints (("Goal" :in-theory (enable react-step increment-step set-error mark-done deduct-tool-cost))))

(local (defthm marking-never-unmarks
  (<= (achieved-count goals) (achieved-count (mark-goal name goals)))
  :hints (("Goal" :in-theory (enable achieved-count mark-goal)))
  :rule-classes :linear))

(defclaim achieved-goals-stay-achieved
  "Achieving a goal never makes the number of achieved goals smaller."
  :then (<= (achieved-count (agent-state->goals st))
            (achieved-count (agent-state->goals (achieve-goal name st))))
  :hints (("Goal" :in-theory (enable achieve-goal update-satisfaction))))

(local (defthm all-achieved-when-counted
  (iff (all-achieved-p goals)
       (equal (achieved-count goals) (len goals)))
  :hints (("Goal" :in-theory (enable all-achieved-p achieved-count)))))

(defclaim satisfied-means-all-goals-achieved
  "Satisfaction computed from goals is 100 exactly when all of them are achieved."
  :given ((consp goals))
  :witness ((goals (list (make-goal :name "answer" :type "question" :achieved t))))
  :then (iff (equal (satisfaction-of goals) 100)
             (all-achieved-p goals))
  :hints (("Goal" :in-theory (enable satisfaction-of))))

(defclaim goal-progress
  "Each step of an agent that should continue ends in its stop, in its satisfaction, or in fewer remaining steps."
  :given ((should-continue-p st threshold))
  :witness ((st (make-agent-state :goals (list (make-goal :name "answer" :type "question"))))
            (threshold *satisfaction-threshold*))
  :then (or (must-respond-p (react-step action tool st))
            (satisfied-p (react-step action tool st) threshold)
            (< (remaining-steps (react-step action tool st)) (remaining-steps st)))
  :hints (("Goal" :use every-step-makes-progress
                  :in-theory (enable should-continue-p))))
