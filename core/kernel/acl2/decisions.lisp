; Layer 1: the decisions (seed 000; K2, K3, K4).

(in-package "ACL2")

(include-book "records")

(local (std::add-default-post-define-hook :fix))

(defconst *satisfaction-threshold* 100)

(define tool-permitted-p ((tool tool-spec-p) (st agent-state-p))
  :returns (permitted booleanp)
  (and (<= (tool-spec->required-access tool) (agent-state->file-access st))
       (or (not (tool-spec->requires-execute tool))
           (agent-state->execute-allowed st))))

(define tool-budget-sufficient-p ((tool tool-spec-p) (st agent-state-p))
  :returns (sufficient booleanp)
  (and (<= (tool-spec->token-cost tool) (agent-state->token-budget st))
       (<= (tool-spec->time-cost tool) (agent-state->time-budget st))))

(define can-invoke-tool-p ((tool tool-spec-p) (st agent-state-p))
  :returns (can booleanp)
  (and (tool-permitted-p tool st)
       (tool-budget-sufficient-p tool st)))

(define has-error-p ((st agent-state-p))
  :returns (error booleanp)
  (not (equal (error-kind-kind (agent-state->error-state st)) :none)))

(define steps-spent-p ((st agent-state-p))
  :returns (spent booleanp)
  (>= (agent-state->step-counter st) (agent-state->max-steps st)))

(define budget-spent-p ((st agent-state-p))
  :returns (spent booleanp)
  (or (equal (agent-state->token-budget st) 0)
      (equal (agent-state->time-budget st) 0)))

(define must-respond-p ((st agent-state-p))
  :returns (must booleanp)
  (or (agent-state->done st)
      (has-error-p st)
      (steps-spent-p st)
      (budget-spent-p st)))

(define satisfied-p ((st agent-state-p) (threshold natp))
  :returns (satisfied booleanp)
  (>= (agent-state->satisfaction st) (nfix threshold)))

(define should-continue-p ((st agent-state-p) (threshold natp))
  :returns (continue booleanp)
  (and (not (must-respond-p st))
       (< (agent-state->satisfaction st) (nfix threshold))))

(define remaining-steps ((st agent-state-p))
  :returns (steps natp :rule-classes :type-prescription)
  (nfix (- (agent-state->max-steps st) (agent-state->step-counter st))))

(define agent-phase ((st agent-state-p) (threshold natp))
  :returns (phase keywordp)
  :hooks nil
  (cond ((must-respond-p st) :must-respond)
        ((satisfied-p st threshold) :satisfied)
        (t :continue)))

; Safety

(defclaim permission-safety
  "A tool that can be invoked is permitted."
  :given ((can-invoke-tool-p tool st))
  :witness ((tool (make-tool-spec :name "read" :required-access 1 :token-cost 5))
            (st (make-agent-state :file-access 1)))
  :then (tool-permitted-p tool st)
  :hints (("Goal" :in-theory (enable can-invoke-tool-p))))

(defclaim affordability
  "A tool that can be invoked can be paid for."
  :given ((can-invoke-tool-p tool st))
  :witness ((tool (make-tool-spec :name "read" :token-cost 10000 :time-cost 3600))
            (st (make-agent-state)))
  :then (and (<= (tool-spec->token-cost tool) (agent-state->token-budget st))
             (<= (tool-spec->time-cost tool) (agent-state->time-budget st)))
  :hints (("Goal" :in-theory (enable can-invoke-tool-p tool-budget-sufficient-p))))

(defclaim access-needs-grant
  "A tool that needs more access than was granted cannot be invoked, whatever the budget."
  :given ((< (agent-state->file-access st) (tool-spec->required-access tool)))
  :witness ((tool (make-tool-spec :name "write" :required-access 2))
            (st (make-agent-state :file-access 1)))
  :then (not (can-invoke-tool-p tool st))
  :hints (("Goal" :in-theory (enable can-invoke-tool-p tool-permitted-p))))

(defclaim execution-needs-grant
  "A tool that executes code cannot be invoked without the permission to execute."
  :given ((tool-spec->requires-execute tool)
          (not (agent-state->execute-allowed st)))
  :witness ((tool (make-tool-spec :name "run" :requires-execute t))
            (st (make-agent-state :file-access 2)))
  :then (not (can-invoke-tool-p tool st))
  :hints (("Goal" :in-theory (enable can-invoke-tool-p tool-permitted-p))))

(defclaim error-state-forces-must-respond
  "An error stops the agent."
  :given ((has-error-p st))
  :witness ((st (make-agent-state :error-state (error-kind-max-iterations))))
  :then (must-respond-p st)
  :hints (("Goal" :in-theory (enable must-respond-p))))

; Termination

(defclaim termination-by-max-steps
  "At the step limit the agent must respond."
  :given ((>= (agent-state->step-counter st) (agent-state->max-steps st)))
  :witness ((st (make-agent-state :step-counter 100)))
  :then (must-respond-p st)
  :hints (("Goal" :in-theory (enable must-respond-p steps-spent-p))))

(defclaim spent-budget-forces-must-respond
  "Without tokens or without time the agent must respond."
  :given ((or (equal (agent-state->token-budget st) 0)
              (equal (agent-state->time-budget st) 0)))
  :witness ((st (make-agent-state :time-budget 0)))
  :then (must-respond-p st)
  :hints (("Goal" :in-theory (enable must-respond-p budget-spent-p))))

; Phases

(defclaim continue-respond-partition
  "At any point the agent must respond, should continue, or is satisfied."
  :then (or (must-respond-p st)
            (should-continue-p st threshold)
            (satisfied-p st threshold))
  :hints (("Goal" :in-theory (enable should-continue-p satisfied-p))))

(defclaim exactly-one-phase
  "Exactly one phase holds, and it is the one that AGENT-PHASE names (K3)."
  :then (and (member-equal (agent-phase st threshold) '(:must-respond :satisfied :continue))
             (iff (equal (agent-phase st threshold) :must-respond)
                  (must-respond-p st))
             (iff (equal (agent-phase st threshold) :satisfied)
                  (and (not (must-respond-p st)) (satisfied-p st threshold)))
             (iff (equal (agent-phase st threshold) :continue)
                  (should-continue-p st threshold)))
  :hints (("Goal" :in-theory (enable agent-phase should-continue-p satisfied-p))))

(defclaim seed-partition-overlaps
  "The seed's three conditions are not exclusive: a state can be done and satisfied. K3 follows from this."
  :then (let ((st (make-agent-state :done t :satisfaction 100)))
          (and (must-respond-p st) (satisfied-p st *satisfaction-threshold*))))
