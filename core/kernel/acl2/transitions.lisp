; Layer 2: how a state changes (seed 000; K4, K5).

(in-package "ACL2")

(include-book "decisions")

(local (std::add-default-post-define-hook :fix))

(define deduct-tool-cost ((tool tool-spec-p) (st agent-state-p))
  :returns (new-st agent-state-p)
  (change-agent-state st
    :token-budget (nfix (- (agent-state->token-budget st) (tool-spec->token-cost tool)))
    :time-budget (nfix (- (agent-state->time-budget st) (tool-spec->time-cost tool)))))

(define increment-step ((st agent-state-p))
  :returns (new-st agent-state-p)
  (change-agent-state st :step-counter (+ 1 (agent-state->step-counter st))))

(define update-satisfaction ((value natp) (st agent-state-p))
  :returns (new-st agent-state-p)
  (change-agent-state st :satisfaction (min (nfix value) 100)))

(define mark-done ((st agent-state-p))
  :returns (new-st agent-state-p)
  (change-agent-state st :done t))

(define set-error ((error error-kind-p) (st agent-state-p))
  :returns (new-st agent-state-p)
  (change-agent-state st :error-state error))

; Safety

(defclaim budget-bounds-after-deduct
  "Budgets are natural numbers after a deduction: never negative."
  :then (and (natp (agent-state->token-budget (deduct-tool-cost tool st)))
             (natp (agent-state->time-budget (deduct-tool-cost tool st)))))

(defclaim deduction-is-exact
  "When the tool can be invoked, exactly its cost is taken from both budgets."
  :given ((can-invoke-tool-p tool st))
  :witness ((tool (make-tool-spec :name "kg" :token-cost 5 :time-cost 1))
            (st (make-agent-state :token-budget 6 :time-budget 1)))
  :then (and (equal (+ (agent-state->token-budget (deduct-tool-cost tool st)) (tool-spec->token-cost tool))
                    (agent-state->token-budget st))
             (equal (+ (agent-state->time-budget (deduct-tool-cost tool st)) (tool-spec->time-cost tool))
                    (agent-state->time-budget st)))
  :hints (("Goal" :in-theory (enable deduct-tool-cost can-invoke-tool-p tool-budget-sufficient-p))))

(defclaim deduction-never-adds
  "A deduction never makes a budget larger."
  :then (and (<= (agent-state->token-budget (deduct-tool-cost tool st)) (agent-state->token-budget st))
             (<= (agent-state->time-budget (deduct-tool-cost tool st)) (agent-state->time-budget st)))
  :hints (("Goal" :in-theory (enable deduct-tool-cost))))

(defclaim satisfaction-stays-in-range
  "Satisfaction after an update lies in 0..100 (K4)."
  :then (and (natp (agent-state->satisfaction (update-satisfaction value st)))
             (<= (agent-state->satisfaction (update-satisfaction value st)) 100))
  :hints (("Goal" :in-theory (enable update-satisfaction))))

; Termination

(defclaim step-increases-after-increment
  "The step counter strictly increases."
  :then (> (agent-state->step-counter (increment-step st))
           (agent-state->step-counter st))
  :hints (("Goal" :in-theory (enable increment-step))))

(defclaim remaining-steps-decreases-after-increment
  "Below the step limit every step makes the number of remaining steps smaller."
  :given ((< (agent-state->step-counter st) (agent-state->max-steps st)))
  :witness ((st (make-agent-state :step-counter 99)))
  :then (< (remaining-steps (increment-step st)) (remaining-steps st))
  :hints (("Goal" :in-theory (enable remaining-steps increment-step))))

; Preservation

(defclaim deduct-preserves-agent-state
  "A deduction gives an agent state."
  :then (agent-state-p (deduct-tool-cost tool st)))

(defclaim increment-preserves-agent-state
  "Counting a step gives an agent state."
  :then (agent-state-p (increment-step st)))

(defclaim update-satisfaction-preserves-agent-state
  "Updating the satisfaction gives an agent state."
  :then (agent-state-p (update-satisfaction value st)))

(defclaim mark-done-preserves-agent-state
  "Marking as done gives an agent state."
  :then (agent-state-p (mark-done st)))

(defclaim set-error-preserves-agent-state
  "Recording an error gives an agent state."
  :then (agent-state-p (set-error error st)))

(defclaim transitions-keep-permissions
  "No transition changes what the agent may do, nor its step limit."
  :then (and (equal (agent-state->file-access (deduct-tool-cost tool st)) (agent-state->file-access st))
             (equal (agent-state->file-access (increment-step st)) (agent-state->file-access st))
             (equal (agent-state->file-access (update-satisfaction value st)) (agent-state->file-access st))
             (equal (agent-state->file-access (mark-done st)) (agent-state->file-access st))
             (equal (agent-state->file-access (set-error error st)) (agent-state->file-access st))
             (equal (agent-state->execute-allowed (deduct-tool-cost tool st)) (agent-state->execute-allowed st))
             (equal (agent-state->execute-allowed (increment-step st)) (agent-state->execute-allowed st))
             (equal (agent-state->execute-allowed (update-satisfaction value st)) (agent-state->execute-allowed st))
             (equal (agent-state->execute-allowed (mark-done st)) (agent-state->execute-allowed st))
             (equal (agent-state->execute-allowed (set-error error st)) (agent-state->execute-allowed st))
             (equal (agent-state->max-steps (deduct-tool-cost tool st)) (agent-state->max-steps st))
             (equal (agent-state->max-steps (increment-step st)) (agent-state->max-steps st))
             (equal (agent-state->max-steps (update-satisfaction value st)) (agent-state->max-steps st))
             (equal (agent-state->max-steps (mark-done st)) (agent-state->max-steps st))
             (equal (agent-state->max-steps (set-error error st)) (agent-state->max-steps st)))
  :hints (("Goal" :in-theory (enable deduct-tool-cost increment-step update-satisfaction mark-done set-error))))
