; Evaluates the certified functions on the cases of a file and compares with what the TypeScript kernel gave.
;
; The file holds objects (name arguments expected). Records are lists of their fields, as FTY lays them out. Cases may
; hold malformed fields: call COMPARE-FILE with guard checking off, (set-guard-checking :none), so that the functions
; are computed as the logic defines them, fixing included.

(in-package "ACL2")

(include-book "kernel")

(set-state-ok t)

(defun evaluate-case (name a)
  "What the certified functions give for the arguments of one case, in the order in which the TypeScript kernel lists
  it. A name that no case has gives :no-such-case."
  (declare (xargs :verify-guards nil))
  (case name
    (:control
     (let ((action (nth 0 a)) (tool (nth 1 a)) (st (nth 2 a)) (threshold (nth 3 a)) (value (nth 4 a)))
       (list (tool-permitted-p tool st)
             (tool-budget-sufficient-p tool st)
             (can-invoke-tool-p tool st)
             (has-error-p st)
             (steps-spent-p st)
             (budget-spent-p st)
             (must-respond-p st)
             (satisfied-p st threshold)
             (should-continue-p st threshold)
             (remaining-steps st)
             (agent-phase st threshold)
             (step-invokes-p action tool st)
             (deduct-tool-cost tool st)
             (increment-step st)
             (update-satisfaction value st)
             (mark-done st)
             (set-error (error-kind-max-iterations) st)
             (close-run st)
             (if (must-respond-p st) :refused (react-step action tool st)))))
    (:malformed
     (let ((tool (nth 0 a)) (st (nth 1 a)) (value (nth 2 a)))
       (list (nfix value)
             (tool-permitted-p tool st)
             (tool-budget-sufficient-p tool st)
             (must-respond-p st)
             (remaining-steps st)
             (agent-state->token-budget (deduct-tool-cost tool st))
             (agent-state->time-budget (deduct-tool-cost tool st))
             (agent-state->step-counter (increment-step st))
             (agent-state->satisfaction (update-satisfaction value st)))))
    (:text
     (let ((text (nth 0 a)) (count (nth 1 a)))
       (list (length text)
             (estimate-tokens text)
             (utf8-prefix text count))))
    (:output (truncate-output (nth 0 a) (nth 1 a)))
    (:order (and (string< (nth 0 a) (nth 1 a)) t))
    (:conversation
     (let ((st (nth 0 a)) (message (nth 1 a)) (count (nth 2 a)))
       (let ((messages (agent-state->messages st)) (max-tokens (agent-state->max-context-tokens st)))
         (list (available-tokens max-tokens)
               (messages-tokens messages)
               (messages-fit-p messages max-tokens)
               (truncate-to-fit messages max-tokens)
               (keep-recent messages count)
               (add-message message st)))))
    (:response (bound-response (nth 0 a)))
    (:knowledge
     (let ((st (nth 0 a)) (fact (nth 1 a)) (name (nth 2 a)))
       (list (add-fact fact st)
             (satisfaction-of (agent-state->goals st))
             (achieve-goal name st))))
    (:choice
     (let ((action (nth 0 a)) (registry (nth 1 a)) (st (nth 2 a)) (goal-type (nth 3 a)) (unavailable (nth 4 a)))
       (list (find-tool (nth 5 a) registry)
             (select-tool goal-type registry unavailable st)
             (if (must-respond-p st) :refused (registry-step action registry st)))))
    (:adaptation
     (let ((goal-type (nth 0 a)) (success (nth 1 a)) (tokens (nth 2 a)) (seconds (nth 3 a)) (entry (nth 4 a)))
       (let ((adapted (adapt-tool goal-type success tokens seconds entry)))
         (list (registered-tool->spec adapted)
               (effectiveness-for goal-type adapted)))))
    (:history
     (let ((history (nth 0 a)) (registry (nth 1 a)) (st (nth 2 a)))
       (mv-let (final-st final-history) (run-loop history registry st nil)
         (list (replay history registry st)
               final-st
               (len final-history)
               (close-run final-st)))))
    (otherwise :no-such-case)))

(defun compare-cases (channel cases differences state)
  "Reads cases until the channel ends and prints each that differs: (mv cases differences state)."
  (declare (xargs :mode :program))
  (mv-let (end object state) (read-object channel state)
    (if end
        (mv cases differences state)
      (let* ((actual (ec-call (evaluate-case (nth 0 object) (nth 1 object))))
             (expected (nth 2 object))
             (same (equal actual expected))
             (state (if same
                        state
                      (fms "DIFFERENCE ~x0~%  book:   ~x1~%  kernel: ~x2~%"
                           (list (cons #\0 (list (nth 0 object) (nth 1 object)))
                                 (cons #\1 actual)
                                 (cons #\2 expected))
                           *standard-co* state nil))))
        (compare-cases channel (+ 1 cases) (if same differences (+ 1 differences)) state)))))

(defun compare-file (file state)
  "Compares all cases of a file and prints how many there were and how many differ."
  (declare (xargs :mode :program))
  (mv-let (channel state) (open-input-channel file :object state)
    (mv-let (cases differences state) (compare-cases channel 0 0 state)
      (let ((state (close-input-channel channel state)))
        (fms "COMPARED ~x0 DIFFERENT ~x1~%" (list (cons #\0 cases) (cons #\1 differences))
             *standard-co* state nil)))))
