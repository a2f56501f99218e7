; The conversation and the model's context window (K8).

(in-package "ACL2")

(include-book "text")
(include-book "decisions")

(define available-tokens ((max-tokens natp))
  ; Tokens that messages may fill; 500 are kept free for the answer.
  :returns (tokens natp :rule-classes :type-prescription)
  (nfix (- (nfix max-tokens) 500)))

(define messages-tokens ((messages chat-message-list-p))
  :returns (tokens natp :rule-classes :type-prescription)
  (if (atom messages)
      0
    (+ (estimate-tokens (chat-message->content (car messages)))
       (messages-tokens (cdr messages))))
  ///
  (fty::deffixequiv messages-tokens))

(define messages-fit-p ((messages chat-message-list-p) (max-tokens natp))
  :returns (fit booleanp)
  (<= (messages-tokens messages) (available-tokens max-tokens)))

(define leading-system-p ((messages chat-message-list-p))
  :returns (leading booleanp)
  (and (consp messages)
       (equal (chat-message->role (car messages)) :system)))

(define newest-within ((messages chat-message-list-p) (tokens natp))
  ; Drops the oldest messages until the others have at most TOKENS tokens.
  :returns (newest chat-message-list-p)
  (cond ((atom messages) nil)
        ((<= (messages-tokens messages) (nfix tokens)) (chat-message-list-fix messages))
        (t (newest-within (cdr messages) tokens)))
  ///
  (defret newest-within-tokens
    (<= (messages-tokens newest) (nfix tokens))
    :hints (("Goal" :in-theory (enable messages-tokens)))
    :rule-classes :linear)
  (defret newest-within-is-shorter
    (<= (len newest) (len messages))
    :rule-classes :linear))

(define shorten-to-tokens ((message chat-message-p) (tokens natp))
  :returns (shortened chat-message-p)
  (change-chat-message message :content (utf8-prefix (chat-message->content message) (* 4 (nfix tokens))))
  ///
  (defret shorten-to-tokens-tokens
    (<= (estimate-tokens (chat-message->content shortened)) (nfix tokens))
    :hints (("Goal" :use ((:instance prefix-tokens
                           (text (chat-message->content message))
                           (tokens (nfix tokens))))))
    :rule-classes :linear))

(define truncate-to-fit ((messages chat-message-list-p) (max-tokens natp))
  :returns (truncated chat-message-list-p)
  (let ((available (available-tokens max-tokens)))
    (if (leading-system-p messages)
        (let ((system (shorten-to-tokens (car messages) available)))
          (cons system
                (newest-within (cdr messages)
                               (nfix (- available (estimate-tokens (chat-message->content system)))))))
      (newest-within messages available)))
  :guard-hints (("Goal" :in-theory (enable leading-system-p))))

(define last-messages ((messages chat-message-list-p) (n natp))
  :returns (newest chat-message-list-p)
  (nthcdr (nfix (- (len messages) (nfix n))) (chat-message-list-fix messages))
  ///
  (defret last-messages-at-most
    (<= (len newest) (nfix n))
    :rule-classes :linear))

(define keep-recent ((messages chat-message-list-p) (n natp))
  ; A leading system message and the last N of the others.
  :returns (recent chat-message-list-p)
  (if (leading-system-p messages)
      (cons (chat-message-fix (car messages)) (last-messages (cdr messages) n))
    (last-messages messages n))
  :guard-hints (("Goal" :in-theory (enable leading-system-p))))

(define add-message ((message chat-message-p) (st agent-state-p))
  :hooks (:fix)
  :returns (new-st agent-state-p)
  (change-agent-state st
    :messages (truncate-to-fit (append (agent-state->messages st) (list (chat-message-fix message)))
                               (agent-state->max-context-tokens st))))

(defclaim truncated-context-fits
  "Truncated messages always fit the window, whatever the messages and the window are."
  :then (messages-fit-p (truncate-to-fit messages max-tokens) max-tokens)
  :hints (("Goal" :in-theory (enable truncate-to-fit messages-fit-p messages-tokens))))

(local (defthm short-enough-is-not-shortened
  (implies (<= (estimate-tokens (chat-message->content message)) (nfix tokens))
           (equal (shorten-to-tokens message tokens) (chat-message-fix message)))
  :hints (("Goal" :in-theory (enable shorten-to-tokens)
                  :use ((:instance prefix-keeps-what-is-short-enough
                         (text (chat-message->content message))
                         (bytes (* 4 (nfix tokens))))
                        (:instance tokens-round-up
                         (text (chat-message->content message))))))))

(local (defthm nothing-is-dropped-from-what-fits
  (implies (<= (messages-tokens messages) (nfix tokens))
           (equal (newest-within messages tokens) (chat-message-list-fix messages)))
  :hints (("Goal" :in-theory (enable newest-within)))))

(defclaim truncation-keeps-what-fits
  "Messages that fit are not touched."
  :given ((chat-message-list-p messages)
          (messages-fit-p messages max-tokens))
  :witness ((messages (list (make-chat-message :role :system :content "Answer briefly.")
                            (make-chat-message :role :user :content "Why?")))
            (max-tokens 505))
  :then (equal (truncate-to-fit messages max-tokens) messages)
  :hints (("Goal" :in-theory (enable truncate-to-fit messages-fit-p messages-tokens leading-system-p))))

(defclaim truncation-keeps-the-system-message
  "A leading system message that fits alone stays, unchanged, in front."
  :given ((chat-message-list-p messages)
          (leading-system-p messages)
          (messages-fit-p (list (car messages)) max-tokens))
  :witness ((messages (list (make-chat-message :role :system :content "Answer briefly.")
                            (make-chat-message :role :user :content "Why is that so?")))
            (max-tokens 504))
  :then (equal (car (truncate-to-fit messages max-tokens))
               (car messages))
  :hints (("Goal" :in-theory (enable truncate-to-fit messages-fit-p messages-tokens))))

(defclaim truncation-never-adds
  "Truncation never makes the list of messages longer."
  :then (<= (len (truncate-to-fit messages max-tokens)) (len messages))
  :hints (("Goal" :in-theory (enable truncate-to-fit leading-system-p))))

(defclaim keep-recent-is-bounded
  "At most N messages remain beside a leading system message."
  :then (<= (len (keep-recent messages n)) (+ 1 (nfix n)))
  :hints (("Goal" :in-theory (enable keep-recent))))

(defclaim add-message-preserves-agent-state
  "Adding a message gives an agent state."
  :then (agent-state-p (add-message message st)))

(defclaim conversation-fits-after-adding
  "After adding a message the conversation fits the state's window."
  :then (messages-fit-p (agent-state->messages (add-message message st))
                        (agent-state->max-context-tokens st))
  :hints (("Goal" :in-theory (enable add-message)
                  :use ((:instance truncated-context-fits
                         (messages (append (agent-state->messages st) (list (chat-message-fix message))))
                         (max-tokens (agent-state->max-context-tokens st)))))))

(defclaim conversation-does-not-touch-control
  "Messages change neither what the agent may do nor whether it must respond."
  :then (and (equal (must-respond-p (add-message message st)) (must-respond-p st))
             (equal (can-invoke-tool-p tool (add-message message st)) (can-invoke-tool-p tool st))
             (equal (remaining-steps (add-message message st)) (remaining-steps st)))
  :hints (("Goal" :in-theory (enable add-message must-respond-p has-error-p steps-spent-p budget-spent-p
                                     can-invoke-tool-p tool-permitted-p tool-budget-sufficient-p remaining-steps))))
