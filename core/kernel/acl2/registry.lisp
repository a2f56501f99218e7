; The tools an agent has, the choice between them, and their adaptation (seed 000, phases 4 and 5; K10, K11).

(in-package "ACL2")

(include-book "react")
(include-book "numbers")
(local (include-book "std/strings/stringless" :dir :system))

(local (std::add-default-post-define-hook :fix))

(fty::defalist effectiveness :key-type string :val-type rational :true-listp t)

(fty::defprod registered-tool
  ((spec tool-spec-p)
   (effectiveness effectiveness-p))
  :layout :list)

(fty::deflist tool-registry :elt-type registered-tool :true-listp t)

(define find-tool ((name stringp) (registry tool-registry-p))
  ; The first tool of that name, or nil.
  :returns (tool (implies tool (tool-spec-p tool)))
  (cond ((atom registry) nil)
        ((equal (tool-spec->name (registered-tool->spec (car registry))) (str-fix name))
         (registered-tool->spec (car registry)))
        (t (find-tool name (cdr registry))))
  ///
  (defthm find-tool-has-the-name
    (implies (find-tool name registry)
             (equal (tool-spec->name (find-tool name registry)) (str-fix name)))))

(define registry-step ((action agent-action-p) (registry tool-registry-p) (st agent-state-p))
  :guard (not (must-respond-p st))
  :returns (new-st agent-state-p)
  (if (not (equal (agent-action-kind action) :tool-call))
      (react-step action (make-tool-spec :name "") st)
    (let ((tool (find-tool (agent-action-tool-call->tool-name action) registry)))
      (cond (tool (react-step action tool st))
            ((must-respond-p st) (agent-state-fix st))
            (t (set-error (error-kind-precondition-failed "Unknown tool")
                          (react-step (agent-action-no-action) (make-tool-spec :name "") st)))))))

(define effectiveness-for ((goal-type stringp) (entry registered-tool-p))
  :returns (effectiveness rationalp :rule-classes :type-prescription)
  (rfix (cdr (hons-assoc-equal (str-fix goal-type) (registered-tool->effectiveness entry)))))

(define better-tool-p ((goal-type stringp) (entry registered-tool-p) (than registered-tool-p))
  :returns (better booleanp)
  (let ((effectiveness (effectiveness-for goal-type entry))
        (other-effectiveness (effectiveness-for goal-type than))
        (cost (tool-spec->token-cost (registered-tool->spec entry)))
        (other-cost (tool-spec->token-cost (registered-tool->spec than))))
    (cond ((not (equal effectiveness other-effectiveness)) (> effectiveness other-effectiveness))
          ((not (equal cost other-cost)) (< cost other-cost))
          (t (and (string< (tool-spec->name (registered-tool->spec entry))
                           (tool-spec->name (registered-tool->spec than)))
                  t)))))

(define candidates ((registry tool-registry-p) (unavailable string-listp) (st agent-state-p))
  :hooks nil
  :returns (candidates tool-registry-p)
  (cond ((atom registry) nil)
        ((and (not (member-equal (tool-spec->name (registered-tool->spec (car registry))) unavailable))
              (can-invoke-tool-p (registered-tool->spec (car registry)) st))
         (cons (registered-tool-fix (car registry))
               (candidates (cdr registry) unavailable st)))
        (t (candidates (cdr registry) unavailable st))))

(define best-of ((goal-type stringp) (entries tool-registry-p) (best registered-tool-p))
  :returns (best-entry registered-tool-p)
  (cond ((atom entries) (registered-tool-fix best))
        ((better-tool-p goal-type (car entries) best) (best-of goal-type (cdr entries) (car entries)))
        (t (best-of goal-type (cdr entries) best))))

(define select-entry ((goal-type stringp) (registry tool-registry-p) (unavailable string-listp) (st agent-state-p))
  :hooks nil
  :returns (entry (implies entry (registered-tool-p entry)))
  (let ((candidates (candidates registry unavailable st)))
    (and (consp candidates)
         (best-of goal-type (cdr candidates) (car candidates)))))

(define select-tool ((goal-type stringp) (registry tool-registry-p) (unavailable string-listp) (st agent-state-p))
  :hooks nil
  ; The tool to use for a goal of this type, or nil.
  :returns (tool (implies tool (tool-spec-p tool)))
  (let ((entry (select-entry goal-type registry unavailable st)))
    (and entry (registered-tool->spec entry))))

; Choice

(local (defthm candidates-can-be-invoked
  (implies (member-equal entry (candidates registry unavailable st))
           (and (can-invoke-tool-p (registered-tool->spec entry) st)
                (not (member-equal (tool-spec->name (registered-tool->spec entry)) unavailable))))
  :hints (("Goal" :in-theory (enable candidates)))))

(local (defthm best-is-one-of-them
  (implies (and (tool-registry-p entries) (registered-tool-p best))
           (member-equal (best-of goal-type entries best) (cons best entries)))
  :hints (("Goal" :in-theory (enable best-of)))
  :rule-classes nil))

(local (defthm selected-entry-is-a-candidate
  (implies (select-entry goal-type registry unavailable st)
           (member-equal (select-entry goal-type registry unavailable st)
                         (candidates registry unavailable st)))
  :hints (("Goal" :in-theory (enable select-entry)
                  :use ((:instance best-is-one-of-them
                         (entries (cdr (candidates registry unavailable st)))
                         (best (car (candidates registry unavailable st)))))))))

(defclaim selection-is-permitted-and-affordable
  "A selected tool is permitted, affordable and available."
  :given ((select-tool goal-type registry unavailable st))
  :witness ((goal-type "question")
            (registry (list (make-registered-tool :spec (make-tool-spec :name "kg" :token-cost 5)
                                                  :effectiveness '(("question" . 80)))))
            (unavailable nil)
            (st (make-agent-state)))
  :then (let ((tool (select-tool goal-type registry unavailable st)))
          (and (tool-permitted-p tool st)
               (tool-budget-sufficient-p tool st)
               (not (member-equal (tool-spec->name tool) unavailable))))
  :hints (("Goal" :in-theory (e/d (select-tool) (candidates-can-be-invoked))
                  :use ((:instance candidates-can-be-invoked
                         (entry (select-entry goal-type registry unavailable st)))
                        (:instance permission-safety
                         (tool (select-tool goal-type registry unavailable st)))))
          ("Goal'" :in-theory (enable can-invoke-tool-p select-tool))))

(local (defthm usable-entry-is-a-candidate
  (implies (and (member-equal entry registry)
                (can-invoke-tool-p (registered-tool->spec entry) st)
                (not (member-equal (tool-spec->name (registered-tool->spec entry)) unavailable)))
           (and (consp (candidates registry unavailable st))
                (member-equal (registered-tool-fix entry) (candidates registry unavailable st))))
  :hints (("Goal" :in-theory (enable candidates)))))

(defclaim selection-finds-a-usable-tool
  "When some tool of the registry is available and can be invoked, one is selected: the fallback never gives up early."
  :given ((member-equal entry registry)
          (can-invoke-tool-p (registered-tool->spec entry) st)
          (not (member-equal (tool-spec->name (registered-tool->spec entry)) unavailable)))
  :witness ((entry (make-registered-tool :spec (make-tool-spec :name "kg" :token-cost 5)))
            (registry (list (make-registered-tool :spec (make-tool-spec :name "shell" :requires-execute t)) entry))
            (unavailable '("vector"))
            (st (make-agent-state)))
  :then (select-tool goal-type registry unavailable st)
  :hints (("Goal" :in-theory (e/d (select-tool select-entry) (usable-entry-is-a-candidate))
                  :use usable-entry-is-a-candidate)))

; Order

(local (defthm string<-is-asymmetric
  (implies (string< a b)
           (not (string< b a)))
  :hints (("Goal" :use ((:instance str::transitivity-of-string< (x a) (y b) (z a)))
                  :in-theory (disable str::transitivity-of-string<)))))

(defclaim better-is-an-order
  "Better is asymmetric and transitive."
  :then (and (implies (better-tool-p goal-type a b)
                      (not (better-tool-p goal-type b a)))
             (implies (and (better-tool-p goal-type a b)
                           (better-tool-p goal-type b c))
                      (better-tool-p goal-type a c)))
  :hints (("Goal" :in-theory (enable better-tool-p))))

(local (defthm better-is-asymmetric
  (implies (better-tool-p goal-type a b)
           (not (better-tool-p goal-type b a)))
  :hints (("Goal" :use better-is-an-order))))

(local (defthm better-is-transitive
  (implies (and (better-tool-p goal-type a b)
                (better-tool-p goal-type b c))
           (better-tool-p goal-type a c))
  :hints (("Goal" :use better-is-an-order))))

(local (defthm unbeaten-stays-unbeaten
  (implies (not (better-tool-p goal-type entry best))
           (not (better-tool-p goal-type entry (best-of goal-type entries best))))
  :hints (("Goal" :in-theory (enable best-of)))))

(local (defthm nothing-beats-the-best
  (implies (member-equal entry entries)
           (not (better-tool-p goal-type entry (best-of goal-type entries best))))
  :hints (("Goal" :in-theory (enable best-of)))))

(local (defthm nothing-beats-itself
  (not (better-tool-p goal-type entry entry))
  :hints (("Goal" :in-theory (enable better-tool-p)))))

(local (defthm nothing-beats-the-best-of-all
  (implies (member-equal entry entries)
           (not (better-tool-p goal-type entry (best-of goal-type (cdr entries) (car entries)))))
  :hints (("Goal" :cases ((equal entry (car entries)))))))

(defclaim selection-is-the-best
  "No usable tool is better than the selected one: more effective, as effective and cheaper, or first by name (K10)."
  :given ((member-equal entry registry)
          (can-invoke-tool-p (registered-tool->spec entry) st)
          (not (member-equal (tool-spec->name (registered-tool->spec entry)) unavailable)))
  :witness ((entry (make-registered-tool :spec (make-tool-spec :name "kg" :token-cost 5)))
            (registry (list (make-registered-tool :spec (make-tool-spec :name "vector" :token-cost 4)) entry))
            (unavailable nil)
            (st (make-agent-state)))
  :then (not (better-tool-p goal-type entry (select-entry goal-type registry unavailable st)))
  :hints (("Goal" :in-theory (e/d (select-entry) (usable-entry-is-a-candidate nothing-beats-the-best-of-all))
                  :use (usable-entry-is-a-candidate
                        (:instance nothing-beats-the-best-of-all
                         (entry (registered-tool-fix entry))
                         (entries (candidates registry unavailable st)))))))

; Adaptation

(define adapt-cost ((cost natp) (seen natp))
  :hooks nil
  :returns (new-cost natp :rule-classes :type-prescription)
  (max (quarter-way cost seen)
       (min (nfix cost) 1)))

(define adapt-tool ((goal-type stringp) (success booleanp) (tokens-used natp) (seconds-used natp)
                    (entry registered-tool-p))
  :hooks nil
  :returns (new-entry registered-tool-p)
  (let* ((spec (registered-tool->spec entry))
         (effectiveness (nfix (effectiveness-for goal-type entry))))
    (change-registered-tool entry
      :spec (change-tool-spec spec
              :token-cost (adapt-cost (tool-spec->token-cost spec) tokens-used)
              :time-cost (adapt-cost (tool-spec->time-cost spec) seconds-used))
      :effectiveness (cons (cons (str-fix goal-type) (quarter-way effectiveness (if success 100 0)))
                           (registered-tool->effectiveness entry)))))

(defclaim adaptation-keeps-permission
  "Adaptation changes neither the name nor the permission fields of a tool: what was not permitted stays so."
  :then (let ((spec (registered-tool->spec entry))
              (new-spec (registered-tool->spec (adapt-tool goal-type success tokens-used seconds-used entry))))
          (and (equal (tool-spec->name new-spec) (tool-spec->name spec))
               (equal (tool-spec->required-access new-spec) (tool-spec->required-access spec))
               (equal (tool-spec->requires-execute new-spec) (tool-spec->requires-execute spec))
               (equal (tool-permitted-p new-spec st) (tool-permitted-p spec st))))
  :hints (("Goal" :in-theory (enable adapt-tool tool-permitted-p))))

(defclaim adaptation-keeps-costs-real
  "A cost that was at least 1 is a natural number of at least 1 after adaptation."
  :given ((<= 1 (tool-spec->token-cost (registered-tool->spec entry))))
  :witness ((entry (make-registered-tool :spec (make-tool-spec :name "kg" :token-cost 1))))
  :then (let ((cost (tool-spec->token-cost
                     (registered-tool->spec (adapt-tool goal-type success tokens-used seconds-used entry)))))
          (and (natp cost) (<= 1 cost)))
  :hints (("Goal" :in-theory (enable adapt-tool adapt-cost))))

(defclaim adapted-tool-is-still-safe
  "After adaptation, a tool that can be invoked is permitted."
  :given ((can-invoke-tool-p
           (registered-tool->spec (adapt-tool goal-type success tokens-used seconds-used entry)) st))
  :witness ((goal-type "question") (success t) (tokens-used 7) (seconds-used 1)
            (entry (make-registered-tool :spec (make-tool-spec :name "kg" :token-cost 5)))
            (st (make-agent-state)))
  :then (tool-permitted-p (registered-tool->spec entry) st)
  :hints (("Goal" :use ((:instance adaptation-keeps-permission)
                        (:instance permission-safety
                         (tool (registered-tool->spec
                                (adapt-tool goal-type success tokens-used seconds-used entry))))))))

; Steps with a registry

(defclaim unknown-tool-is-refused
  "A call to a tool that the registry does not have costs nothing and ends in precondition-failed."
  :given ((not (must-respond-p st))
          (equal (agent-action-kind action) :tool-call)
          (not (find-tool (agent-action-tool-call->tool-name action) registry)))
  :witness ((action (agent-action-tool-call "shell" "rm"))
            (registry (list (make-registered-tool :spec (make-tool-spec :name "kg"))))
            (st (make-agent-state)))
  :then (let ((new-st (registry-step action registry st)))
          (and (equal (agent-state->error-state new-st) (error-kind-precondition-failed "Unknown tool"))
               (equal (agent-state->token-budget new-st) (agent-state->token-budget st))
               (equal (agent-state->time-budget new-st) (agent-state->time-budget st))))
  :hints (("Goal" :in-theory (enable registry-step react-step set-error increment-step))))

(local (defthm stopped-agent-is-fixed
  (implies (must-respond-p st)
           (equal (react-step action tool st) (agent-state-fix st)))
  :hints (("Goal" :in-theory (enable react-step)))))

(local (defthm going-agent-makes-progress
  (implies (not (must-respond-p st))
           (equal (remaining-steps (react-step action tool st))
                  (- (remaining-steps st) 1)))
  :hints (("Goal" :use every-step-makes-progress))))

(local (defthm error-does-not-matter-to-remaining-steps
  (equal (remaining-steps (set-error error st))
         (remaining-steps st))
  :hints (("Goal" :in-theory (enable remaining-steps set-error)))))

(local (defthm fixing-does-not-matter-to-remaining-steps
  (equal (remaining-steps (agent-state-fix st))
         (remaining-steps st))
  :hints (("Goal" :in-theory (enable remaining-steps)))))

(defclaim registry-step-makes-progress
  "Each step through the registry uses up one remaining step, and an agent that must respond takes none."
  :then (equal (remaining-steps (registry-step action registry st))
               (if (must-respond-p st)
                   (remaining-steps st)
                 (- (remaining-steps st) 1)))
  :hints (("Goal" :in-theory (enable registry-step))))
