; The history of a run, and what follows from it: bounds on the run and its replay (seed 000, phase 3; K6, K9).

(in-package "ACL2")

(include-book "conversation")
(include-book "knowledge")
(include-book "registry")

(local (std::add-default-post-define-hook :fix))

(fty::deflist name-list :elt-type string :true-listp t)

(fty::defprod action-record
  ((action agent-action-p)
   (step natp)
   (success booleanp)
   (observation stringp)
   (learned fact-list-p)
   (achieved name-list-p))
  :layout :list)

(fty::deflist action-history :elt-type action-record :true-listp t)

(defconst *observation-limit* 10000)
(defconst *model-name* "model")

(define tell ((record action-record-p) (st agent-state-p))
  ; Puts what came of the step into the conversation.
  :returns (new-st agent-state-p)
  (let ((action (action-record->action record)))
    (agent-action-case action
      :tool-call (add-message (make-chat-message
                               :role :tool
                               :content (truncate-output (action-record->observation record) *observation-limit*))
                              st)
      :final-answer (add-message (make-chat-message
                                  :role :assistant
                                  :content (truncate-output action.answer *observation-limit*))
                                 st)
      :no-action (agent-state-fix st))))

(define add-facts ((facts fact-list-p) (st agent-state-p))
  :returns (new-st agent-state-p)
  (if (atom facts)
      (agent-state-fix st)
    (add-facts (cdr facts) (add-fact (car facts) st))))

(define achieve-goals ((names name-list-p) (st agent-state-p))
  :returns (new-st agent-state-p)
  (if (atom names)
      (agent-state-fix st)
    (achieve-goals (cdr names) (achieve-goal (car names) st))))

(define failure-of ((record action-record-p))
  :returns (error error-kind-p)
  (let ((action (action-record->action record)))
    (agent-action-case action
      :tool-call (error-kind-tool-error action.tool-name (action-record->observation record))
      :otherwise (error-kind-tool-error *model-name* (action-record->observation record)))))

(define apply-record ((record action-record-p) (registry tool-registry-p) (st agent-state-p))
  ; The state after a recorded step. An agent that must respond takes none.
  :returns (new-st agent-state-p)
  (if (must-respond-p st)
      (agent-state-fix st)
    (let ((st (registry-step (action-record->action record) registry st)))
      (cond ((has-error-p st) st)
            ((action-record->success record)
             (achieve-goals (action-record->achieved record)
                            (add-facts (action-record->learned record)
                                       (tell record st))))
            (t (set-error (failure-of record) (tell record st)))))))

(define replay ((history action-history-p) (registry tool-registry-p) (st agent-state-p))
  ; The state after all recorded steps, oldest first.
  :returns (final-st agent-state-p)
  (if (atom history)
      (agent-state-fix st)
    (replay (cdr history) registry (apply-record (car history) registry st))))

(define close-run ((st agent-state-p))
  ; What the runner records when it stops for lack of steps or budget (K6).
  :returns (new-st agent-state-p)
  (cond ((or (agent-state->done st) (has-error-p st)) (agent-state-fix st))
        ((steps-spent-p st) (set-error (error-kind-max-iterations) st))
        ((budget-spent-p st) (set-error (error-kind-resource-exhausted) st))
        (t (agent-state-fix st))))

(define run-loop ((records action-history-p) (registry tool-registry-p) (st agent-state-p) (history action-history-p))
  ; The runner. RECORDS is whatever the model and the tools do, without end as far as the runner knows: it takes the
  ; next one only while the agent need not respond, applies it, and writes it down.
  :returns (mv (final-st agent-state-p) (final-history action-history-p))
  (if (or (atom records) (must-respond-p st))
      (mv (agent-state-fix st) (action-history-fix history))
    (run-loop (cdr records) registry
              (apply-record (car records) registry st)
              (append (action-history-fix history)
                      (list (action-record-fix (car records)))))))

; Progress and bounds

(local (defthm learning-does-not-matter-to-remaining-steps
  (and (equal (remaining-steps (add-message message st)) (remaining-steps st))
       (equal (remaining-steps (add-fact fact st)) (remaining-steps st))
       (equal (remaining-steps (achieve-goal name st)) (remaining-steps st))
       (equal (remaining-steps (set-error error st)) (remaining-steps st))
       (equal (remaining-steps (agent-state-fix st)) (remaining-steps st)))
  :hints (("Goal" :in-theory (enable remaining-steps add-message add-fact achieve-goal update-satisfaction
                                     set-error)))))

(local (defthm facts-do-not-matter-to-remaining-steps
  (equal (remaining-steps (add-facts facts st)) (remaining-steps st))
  :hints (("Goal" :in-theory (enable add-facts)))))

(local (defthm goals-do-not-matter-to-remaining-steps
  (equal (remaining-steps (achieve-goals names st)) (remaining-steps st))
  :hints (("Goal" :in-theory (enable achieve-goals)))))

(local (defthm telling-does-not-matter-to-remaining-steps
  (equal (remaining-steps (tell record st)) (remaining-steps st))
  :hints (("Goal" :in-theory (enable tell)))))

(defclaim recorded-step-makes-progress
  "Every recorded step uses up one remaining step; a stopped agent takes none."
  :then (equal (remaining-steps (apply-record record registry st))
               (if (must-respond-p st)
                   (remaining-steps st)
                 (- (remaining-steps st) 1)))
  :hints (("Goal" :in-theory (enable apply-record)
                  :use ((:instance registry-step-makes-progress (action (action-record->action record)))))))

(local (defthm some-step-remains
  (implies (not (must-respond-p st))
           (< 0 (remaining-steps st)))
  :hints (("Goal" :in-theory (enable must-respond-p steps-spent-p remaining-steps)))
  :rule-classes :linear))

(local (defthm recorded-step-makes-progress-rule
  (implies (not (must-respond-p st))
           (equal (remaining-steps (apply-record record registry st))
                  (- (remaining-steps st) 1)))
  :hints (("Goal" :use recorded-step-makes-progress))))

(local (defthm run-is-bounded
  (<= (len (mv-nth 1 (run-loop records registry st history)))
      (+ (len history) (remaining-steps st)))
  :hints (("Goal" :in-theory (enable run-loop)))
  :rule-classes nil))

(defclaim run-never-exceeds-its-steps
  "Whatever the model and the tools do, a run records at most as many steps as remained when it began."
  :then (<= (len (mv-nth 1 (run-loop records registry st nil)))
            (remaining-steps st))
  :hints (("Goal" :use ((:instance run-is-bounded (history nil))))))

(local (defthm run-spends-a-step-per-record
  (equal (+ (len (mv-nth 1 (run-loop records registry st history)))
            (remaining-steps (mv-nth 0 (run-loop records registry st history))))
         (+ (len history) (remaining-steps st)))
  :hints (("Goal" :in-theory (enable run-loop)))
  :rule-classes nil))

(local (defthm run-ends-with-its-records-or-must-respond
  (implies (< (len (mv-nth 1 (run-loop records registry st history)))
              (+ (len history) (len records)))
           (must-respond-p (mv-nth 0 (run-loop records registry st history))))
  :hints (("Goal" :in-theory (enable run-loop)))
  :rule-classes nil))

(defclaim endless-model-is-stopped
  "A model that never finishes is stopped: with at least as many records as steps remain, the agent must respond."
  :given ((<= (remaining-steps st) (len records)))
  :witness ((st (make-agent-state :max-steps 2))
            (record (make-action-record :action (agent-action-no-action) :step 1 :success t :observation ""))
            (records (list record record)))
  :then (must-respond-p (mv-nth 0 (run-loop records registry st nil)))
  :hints (("Goal" :use ((:instance run-ends-with-its-records-or-must-respond (history nil))
                        (:instance run-spends-a-step-per-record (history nil))
                        (:instance some-step-remains
                         (st (mv-nth 0 (run-loop records registry st nil))))))))

; Replay

(local (defthm replay-of-append
  (equal (replay (append a b) registry st)
         (replay b registry (replay a registry st)))
  :hints (("Goal" :in-theory (enable replay)))))

(local (defthm run-is-replayed
  (implies (equal (replay history registry initial) (agent-state-fix st))
           (mv-let (final-st final-history) (run-loop records registry st history)
             (equal (replay final-history registry initial) final-st)))
  :hints (("Goal" :in-theory (enable run-loop replay)
                  :induct (run-loop records registry st history)))
  :rule-classes nil))

(defclaim replay-gives-the-state
  "Replaying the history of a run from its initial state gives its final state (K9)."
  :then (mv-let (final-st history) (run-loop records registry st nil)
          (equal (replay history registry st) final-st))
  :hints (("Goal" :use ((:instance run-is-replayed (history nil) (initial st)))
                  :in-theory (enable replay))))

(defclaim replay-preserves-agent-state
  "A replay gives an agent state."
  :then (agent-state-p (replay history registry st)))

; Facts only grow

(local (defthm facts-after-transitions
  (and (equal (agent-state->facts (set-error error st)) (agent-state->facts st))
       (equal (agent-state->facts (add-message message st)) (agent-state->facts st))
       (equal (agent-state->facts (achieve-goal name st)) (agent-state->facts st))
       (equal (agent-state->facts (react-step action tool st)) (agent-state->facts st)))
  :hints (("Goal" :in-theory (enable set-error add-message achieve-goal update-satisfaction)
                  :use step-keeps-facts-and-goals))))

(local (defthm facts-after-telling
  (equal (agent-state->facts (tell record st)) (agent-state->facts st))
  :hints (("Goal" :in-theory (enable tell)))))

(local (defthm facts-after-goals
  (equal (agent-state->facts (achieve-goals names st)) (agent-state->facts st))
  :hints (("Goal" :in-theory (enable achieve-goals)))))

(local (defthm facts-after-registry-step
  (equal (agent-state->facts (registry-step action registry st)) (agent-state->facts st))
  :hints (("Goal" :in-theory (enable registry-step)))))

(local (defthm prefixp-of-add-facts
  (prefixp (agent-state->facts st) (agent-state->facts (add-facts facts st)))
  :hints (("Goal" :in-theory (enable add-facts))
          ("Subgoal *1/2" :use ((:instance facts-monotonic (fact (car facts))))))))

(local (defthm facts-grow-in-a-step
  (prefixp (agent-state->facts st)
           (agent-state->facts (apply-record record registry st)))
  :hints (("Goal" :in-theory (enable apply-record)
                  :use ((:instance prefixp-of-add-facts
                         (facts (action-record->learned record))
                         (st (tell record (registry-step (action-record->action record) registry st)))))))))

(defclaim history-never-loses-facts
  "Whatever happens in a run, all facts known before stand unchanged, in order, before the new ones."
  :then (prefixp (agent-state->facts st)
                 (agent-state->facts (replay history registry st)))
  :hints (("Goal" :in-theory (enable replay))))

; The end of a run

(defclaim closed-run-says-why
  "When the agent must respond without being done, the closed run has an error that says why."
  :given ((must-respond-p st)
          (not (agent-state->done st)))
  :witness ((st (make-agent-state :token-budget 0)))
  :then (has-error-p (close-run st))
  :hints (("Goal" :in-theory (enable close-run must-respond-p has-error-p set-error))))

(defclaim closing-keeps-everything-else
  "Closing a run changes at most its error."
  :then (equal (set-error error (close-run st)) (set-error error st))
  :hints (("Goal" :in-theory (enable close-run set-error))))

(defmacro same-permission-p (st other)
  "Whether two states allow the same: file access, execution and the limit of steps (K11)."
  `(and (equal (agent-state->file-access ,st) (agent-state->file-access ,other))
        (equal (agent-state->execute-allowed ,st) (agent-state->execute-allowed ,other))
        (equal (agent-state->max-steps ,st) (agent-state->max-steps ,other))))

(local (defthm permission-after-transitions
  (and (same-permission-p (set-error error st) st)
       (same-permission-p (add-message message st) st)
       (same-permission-p (add-fact fact st) st)
       (same-permission-p (achieve-goal name st) st))
  :hints (("Goal" :in-theory (enable set-error add-message add-fact achieve-goal update-satisfaction)))))

(local (defthm permission-after-react-step
  (same-permission-p (react-step action tool st) st)
  :hints (("Goal" :use step-keeps-permissions))))

(local (defthm permission-after-registry-step
  (same-permission-p (registry-step action registry st) st)
  :hints (("Goal" :in-theory (enable registry-step)))))

(local (defthm permission-after-facts
  (same-permission-p (add-facts facts st) st)
  :hints (("Goal" :in-theory (enable add-facts)))))

(local (defthm permission-after-goals
  (same-permission-p (achieve-goals names st) st)
  :hints (("Goal" :in-theory (enable achieve-goals)))))

(local (defthm permission-after-telling
  (same-permission-p (tell record st) st)
  :hints (("Goal" :in-theory (enable tell)))))

(local (defthm permission-after-record
  (same-permission-p (apply-record record registry st) st)
  :hints (("Goal" :in-theory (enable apply-record)))))

(defclaim run-never-widens-permission
  "No history changes what the agent may do, nor its step limit."
  :then (same-permission-p (replay history registry st) st)
  :hints (("Goal" :in-theory (enable replay))))
