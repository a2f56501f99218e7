; Layer 0: the records of the decision kernel (seed 000).
;
; Names and texts are strings. A string here is the UTF-8 encoding of the text, one character per byte, so that its
; length is the number of bytes and STRING< is the order of code points.

(in-package "ACL2")

(include-book "claim")
(include-book "std/lists/top" :dir :system)
(include-book "std/util/defenum" :dir :system)

(fty::deftagsum error-kind
  (:none ())
  (:resource-exhausted ())
  (:precondition-failed ((reason stringp)))
  (:tool-error ((tool-name stringp) (message stringp)))
  (:max-iterations ())
  :layout :list)

(fty::defprod tool-spec
  ((name stringp)
   (required-access natp :default 0)
   (requires-execute booleanp :default nil)
   (token-cost natp :default 0)
   (time-cost natp :default 0))
  :layout :list)

(std::defenum chat-role-p (:system :user :assistant :tool))

(fty::defprod chat-message
  ((role chat-role-p)
   (content stringp))
  :layout :list)

(fty::deflist chat-message-list :elt-type chat-message :true-listp t)

(std::defenum fact-source-p (:user :kg :llm :inference))

(fty::defprod fact
  ((content stringp)
   (source fact-source-p)
   (confidence natp))
  :layout :list)

(fty::deflist fact-list :elt-type fact :true-listp t)

(fty::defprod goal
  ((name stringp)
   (type stringp)
   (achieved booleanp :default nil))
  :layout :list)

(fty::deflist goal-list :elt-type goal :true-listp t)

(fty::defprod agent-state
  ((step-counter natp :default 0)
   (max-steps natp :default 100)
   (token-budget natp :default 10000)
   (time-budget natp :default 3600)
   (file-access natp :default 0)
   (execute-allowed booleanp :default nil)
   (satisfaction natp :default 0)
   (done booleanp :default nil)
   (error-state error-kind-p :default '(:none))
   (messages chat-message-list-p :default nil)
   (max-context-tokens natp :default 8000)
   (facts fact-list-p :default nil)
   (goals goal-list-p :default nil))
  :layout :list)

(fty::deftagsum agent-action
  (:tool-call ((tool-name stringp) (query stringp)))
  (:final-answer ((answer stringp)))
  (:no-action ())
  :layout :list)
