; The outbox (M9): intent and child are stored in one commit; then the child is started and the intent marked. With
; crashes and resumes in between, in any order and number, there is exactly one child for each intent, and it is
; completed at most once. That none is left behind is in outbox-resume.lisp.

(in-package "ACL2")

; The store: (intents children completed). An intent is (id . launched). `working` is what runs in memory now: a crash
; forgets it.
(defun st (intents children completed working)
  "The store as a list; the alist of intents maps an id to whether it was launched."
  (list intents children completed working))

(defun intents (s)
  "The launches that were promised, as (id . launched)."
  (nth 0 s))

(defun children (s)
  "The ids of the children whose first checkpoint is in the store."
  (nth 1 s))

(defun completed (s)
  "The ids of the children that came to their end."
  (nth 2 s))

(defun working (s)
  "The ids that run in memory now: what a crash forgets."
  (nth 3 s))

(defun mark (id intents)
  "The intents with this one marked as launched. As processLaunch in core/machine/engine/launch-intents.ts."
  (cond ((atom intents) nil)
        ((equal (caar intents) id) (acons id t (cdr intents)))
        (t (cons (car intents) (mark id (cdr intents))))))

(defun act-outbox (op s)
  "The store after one commit, start, mark, ending or crash. What does not apply changes nothing."
  (let ((id (cadr op)))
    (case (car op)
      ; The commit of the parent's step: the id follows from the step, so a repeated step has the same one.
      (:commit (if (assoc-equal id (intents s))
                   s
                 (st (acons id nil (intents s)) (cons id (children s)) (completed s) (working s))))
      ; Starting works on the child that is in the store, and on no other; the lock lets one worker in.
      (:start (if (and (member-equal id (children s)) (not (member-equal id (working s))))
                  (st (intents s) (children s) (completed s) (cons id (working s)))
                s))
      (:mark (if (member-equal id (working s))
                 (st (mark id (intents s)) (children s) (completed s) (working s))
               s))
      ; A child that is completed already gives its stored output instead of running again.
      (:finish (if (and (member-equal id (working s)) (not (member-equal id (completed s))))
                   (st (intents s) (children s) (cons id (completed s)) (remove-equal id (working s)))
                 (st (intents s) (children s) (completed s) (remove-equal id (working s)))))
      (:crash (st (intents s) (children s) (completed s) nil))
      (t s))))

(defun acts-outbox (ops s)
  "The store after a list of operations, in their order."
  (if (atom ops) s (acts-outbox (cdr ops) (act-outbox (car ops) s))))

; --- the invariant ---------------------------------------------------------------------------------

(defun good-outbox (s)
  "The invariant: children are exactly the ids of the intents, in order, each once and completed at most once."
  (and (alistp (intents s))
       (equal (children s) (strip-cars (intents s)))
       (no-duplicatesp-equal (children s))
       (no-duplicatesp-equal (completed s))))

(defthm member-of-strip-cars
  (implies (alistp a) (iff (member-equal k (strip-cars a)) (assoc-equal k a))))

; In the form in which the invariant below is met.
(defthm a-new-id-is-no-child
  (implies (and (equal kids (strip-cars a)) (alistp a))
           (iff (member-equal k kids) (assoc-equal k a))))

(defthm mark-keeps-the-ids (equal (strip-cars (mark id a)) (strip-cars a)))
(defthm mark-keeps-alists (implies (alistp a) (alistp (mark id a))))

(defthm acting-keeps-the-outbox-good
  (implies (good-outbox s) (good-outbox (act-outbox op s))))

(defthm acts-keep-the-outbox-good
  (implies (good-outbox s) (good-outbox (acts-outbox ops s)))
  :hints (("Goal" :in-theory (disable good-outbox act-outbox))))

(defun times (x l)
  "How often x stands in the list."
  (cond ((atom l) 0) ((equal x (car l)) (+ 1 (times x (cdr l)))) (t (times x (cdr l)))))

(defthm times-of-a-stranger (implies (not (member-equal x l)) (equal (times x l) 0)))

(defthm times-without-duplicates
  (implies (no-duplicatesp-equal l) (equal (times x l) (if (member-equal x l) 1 0))))

(defconst *empty* (st nil nil nil nil))

(defthm every-history-has-a-good-outbox
  (good-outbox (acts-outbox ops *empty*))
  :hints (("Goal" :in-theory (disable good-outbox acts-outbox acts-keep-the-outbox-good)
           :use ((:instance acts-keep-the-outbox-good (s *empty*))))))

(defthm good-outbox-has-one-child-each
  (implies (and (good-outbox s) (assoc-equal id (intents s)))
           (equal (times id (children s)) 1))
  :hints (("Goal" :in-theory (disable intents children times))))

(defthm good-outbox-completes-once
  (implies (good-outbox s) (<= (times id (completed s)) 1))
  :rule-classes :linear
  :hints (("Goal" :in-theory (disable completed times))))

; Exactly one child for each intent, whatever happened.
(defthm exactly-one-child
  (implies (assoc-equal id (intents (acts-outbox ops *empty*)))
           (equal (times id (children (acts-outbox ops *empty*))) 1))
  :hints (("Goal" :in-theory (disable acts-outbox intents children times good-outbox))))

(defthm completed-at-most-once
  (<= (times id (completed (acts-outbox ops *empty*))) 1)
  :rule-classes nil
  :hints (("Goal" :in-theory (disable acts-outbox completed times good-outbox)
           :use ((:instance good-outbox-completes-once (s (acts-outbox ops *empty*)))))))
