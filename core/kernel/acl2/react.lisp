; Layer 3: one step of the ReAct loop, and the tools outside as oracles (seed 000; K5).

(in-package "ACL2")

(include-book "transitions")

(local (std::add-default-post-define-hook :fix))

(define react-step ((action agent-action-p) (tool tool-spec-p) (st agent-state-p))
  ; Callers make sure that the agent need not respond. Without that the state stays as it is.
  :guard (not (must-respond-p st))
  :returns (new-st agent-state-p)
  (if (must-respond-p st)
      (agent-state-fix st)
    (let ((st (increment-step st)))
      (agent-action-case action
        :tool-call
        (cond ((not (equal action.tool-name (tool-spec->name tool)))
               (set-error (error-kind-precondition-failed "Tool name mismatch") st))
              ((can-invoke-tool-p tool st)
               (deduct-tool-cost tool st))
              (t
               (set-error (error-kind-precondition-failed "Tool not permitted or insufficient budget") st)))
        :final-answer (mark-done st)
        :no-action st))))

(define step-invokes-p ((action agent-action-p) (tool tool-spec-p) (st agent-state-p))
  ; The step reaches the tool.
  :returns (invokes booleanp)
  (agent-action-case action
    :tool-call (and (equal action.tool-name (tool-spec->name tool))
                    (can-invoke-tool-p tool st))
    :otherwise nil))

(defclaim react-step-preserves-agent-state
  "A step gives an agent state."
  :then (agent-state-p (react-step action tool st)))

(defclaim stopped-agent-stays
  "An agent that must respond takes no step: nothing changes."
  :given ((agent-state-p st) (must-respond-p st))
  :witness ((st (make-agent-state :done t)))
  :then (equal (react-step action tool st) st)
  :hints (("Goal" :in-theory (enable react-step))))

(defclaim tool-runs-only-by-name-permission-and-budget
  "If a step leaves less of a budget than before, the action named this tool, and it was permitted and affordable."
  :given ((not (and (equal (agent-state->token-budget (react-step action tool st)) (agent-state->token-budget st))
                    (equal (agent-state->time-budget (react-step action tool st)) (agent-state->time-budget st)))))
  :witness ((action (agent-action-tool-call "kg" "q"))
            (tool (make-tool-spec :name "kg" :token-cost 5 :time-cost 1))
            (st (make-agent-state)))
  :then (and (equal (agent-action-kind action) :tool-call)
             (equal (agent-action-tool-call->tool-name action) (tool-spec->name tool))
             (tool-permitted-p tool st)
             (tool-budget-sufficient-p tool st))
  :hints (("Goal" :in-theory (enable react-step increment-step set-error mark-done can-invoke-tool-p
                                     tool-permitted-p tool-budget-sufficient-p))))

(defclaim tool-name-must-match
  "A call with another tool's name ends in precondition-failed and costs nothing."
  :given ((not (must-respond-p st))
          (equal (agent-action-kind action) :tool-call)
          (not (equal (agent-action-tool-call->tool-name action) (tool-spec->name tool))))
  :witness ((action (agent-action-tool-call "kg" "q"))
            (tool (make-tool-spec :name "shell"))
            (st (make-agent-state)))
  :then (let ((new-st (react-step action tool st)))
          (and (equal (agent-state->error-state new-st)
                      (error-kind-precondition-failed "Tool name mismatch"))
               (equal (agent-state->token-budget new-st) (agent-state->token-budget st))
               (equal (agent-state->time-budget new-st) (agent-state->time-budget st))))
  :hints (("Goal" :in-theory (enable react-step increment-step set-error))))

(defclaim refused-call-costs-nothing-and-stops
  "A call that is not permitted or not affordable costs nothing, and the agent must respond."
  :given ((not (must-respond-p st))
          (equal (agent-action-kind action) :tool-call)
          (not (can-invoke-tool-p tool st)))
  :witness ((action (agent-action-tool-call "shell" "q"))
            (tool (make-tool-spec :name "shell" :requires-execute t))
            (st (make-agent-state)))
  :then (let ((new-st (react-step action tool st)))
          (and (equal (error-kind-kind (agent-state->error-state new-st)) :precondition-failed)
               (must-respond-p new-st)
               (equal (agent-state->token-budget new-st) (agent-state->token-budget st))
               (equal (agent-state->time-budget new-st) (agent-state->time-budget st))))
  :hints (("Goal" :in-theory (enable react-step increment-step set-error must-respond-p has-error-p can-invoke-tool-p
                                     tool-permitted-p tool-budget-sufficient-p))))

(defclaim invoked-call-is-paid-exactly
  "A call that reaches its tool pays exactly the tool's cost and leaves no error."
  :given ((not (must-respond-p st))
          (step-invokes-p action tool st))
  :witness ((action (agent-action-tool-call "kg" "q"))
            (tool (make-tool-spec :name "kg" :token-cost 5 :time-cost 1))
            (st (make-agent-state)))
  :then (let ((new-st (react-step action tool st)))
          (and (not (has-error-p new-st))
               (equal (agent-state->token-budget new-st)
                      (- (agent-state->token-budget st) (tool-spec->token-cost tool)))
               (equal (agent-state->time-budget new-st)
                      (- (agent-state->time-budget st) (tool-spec->time-cost tool)))))
  :hints (("Goal" :in-theory (enable react-step step-invokes-p increment-step deduct-tool-cost must-respond-p
                                     has-error-p can-invoke-tool-p tool-permitted-p tool-budget-sufficient-p))))

(defclaim final-answer-ends-the-run
  "After a final answer the agent is done and must respond."
  :given ((not (must-respond-p st))
          (equal (agent-action-kind action) :final-answer))
  :witness ((action (agent-action-final-answer "42"))
            (st (make-agent-state)))
  :then (and (agent-state->done (react-step action tool st))
             (must-respond-p (react-step action tool st)))
  :hints (("Goal" :in-theory (enable react-step mark-done must-respond-p))))

(defclaim every-step-makes-progress
  "Each step of an agent that need not respond uses up one remaining step."
  :given ((not (must-respond-p st)))
  :witness ((st (make-agent-state)))
  :then (equal (remaining-steps (react-step action tool st))
               (- (remaining-steps st) 1))
  :hints (("Goal" :in-theory (enable react-step remaining-steps must-respond-p steps-spent-p increment-step
                                     set-error mark-done deduct-tool-cost))))

(defclaim step-counter-never-passes-the-limit
  "A step counter within the limit stays within it."
  :given ((<= (agent-state->step-counter st) (agent-state->max-steps st)))
  :witness ((st (make-agent-state)))
  :then (<= (agent-state->step-counter (react-step action tool st))
            (agent-state->max-steps (react-step action tool st)))
  :hints (("Goal" :in-theory (enable react-step must-respond-p steps-spent-p increment-step
                                     set-error mark-done deduct-tool-cost))))

(defclaim step-keeps-permissions
  "A step never widens what the agent may do, and never raises a budget."
  :then (let ((new-st (react-step action tool st)))
          (and (equal (agent-state->file-access new-st) (agent-state->file-access st))
               (equal (agent-state->execute-allowed new-st) (agent-state->execute-allowed st))
               (equal (agent-state->max-steps new-st) (agent-state->max-steps st))
               (<= (agent-state->token-budget new-st) (agent-state->token-budget st))
               (<= (agent-state->time-budget new-st) (agent-state->time-budget st))))
  :hints (("Goal" :in-theory (enable react-step increment-step set-error mark-done deduct-tool-cost))))

; The tools themselves are not modelled: any function that returns a list of at most 10,000 items will do. That the
; runtime's functions are of this kind is shown in response.lisp (K12).

(encapsulate
  (((external-tool-call * *) => *))
  (local (defun external-tool-call (tool-name query)
           (declare (ignore tool-name query))
           nil))
  (defclaim external-tool-call-returns-list
    "Oracle: a tool outside returns a list."
    :then (true-listp (external-tool-call tool-name query)))
  (defclaim external-tool-call-bounded
    "Oracle: the list has at most 10,000 items (K12)."
    :then (<= (len (external-tool-call tool-name query)) 10000)))
