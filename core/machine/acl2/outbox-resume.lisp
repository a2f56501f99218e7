; Nothing is lost (M9): after any history of the outbox, with crashes anywhere in it, a resume leaves no intent
; unlaunched, and once the children that it put to work are over, each was completed exactly once.

(in-package "ACL2")

(include-book "outbox")

(defun resume-ops (intents)
  "What a resume does: every intent is started and marked."
  (if (atom intents)
      nil
    (list* (list :start (caar intents)) (list :mark (caar intents)) (resume-ops (cdr intents)))))

(defun finish-ops (ids)
  "One :finish for each id, in their order."
  (if (atom ids) nil (cons (list :finish (car ids)) (finish-ops (cdr ids)))))

(defun all-launched (intents)
  "Whether every intent is marked as launched."
  (if (atom intents) t (and (cdar intents) (all-launched (cdr intents)))))

(defun mark-all (ids intents)
  "The intents with each of the ids marked."
  (if (atom ids) intents (mark-all (cdr ids) (mark (car ids) intents))))

(defun start-and-mark (id s)
  "One intent: its child is in the store, so starting and marking it works on it and marks it."
  (act-outbox (list :mark id) (act-outbox (list :start id) s)))

(defthm start-and-mark-keeps-the-outbox-good
  (implies (good-outbox s) (good-outbox (start-and-mark id s)))
  :hints (("Goal" :in-theory (disable good-outbox act-outbox))))

(defthm start-and-mark-does-both
  (implies (member-equal id (children s))
           (and (equal (intents (start-and-mark id s)) (mark id (intents s)))
                (equal (children (start-and-mark id s)) (children s))
                (equal (completed (start-and-mark id s)) (completed s))
                (member-equal id (working (start-and-mark id s))))))

(defthm start-and-mark-stops-nobody
  (implies (member-equal other (working s))
           (member-equal other (working (start-and-mark id s)))))

(defun start-and-mark-all (ids s)
  "The store after each of the ids was started and marked."
  (if (atom ids) s (start-and-mark-all (cdr ids) (start-and-mark (car ids) s))))

(defun start-and-mark-all-of-pairs (x s)
  "The same over intents in place of ids: it recurs as RESUME-OPS does, and is there for its induction."
  (if (atom x) s (start-and-mark-all-of-pairs (cdr x) (start-and-mark (caar x) s))))

(defthm resume-starts-and-marks-all
  (equal (acts-outbox (resume-ops x) s) (start-and-mark-all (strip-cars x) s))
  :hints (("Goal" :in-theory (disable act-outbox) :induct (start-and-mark-all-of-pairs x s))))

(defthm mark-all-is-what-a-resume-does
  (implies (subsetp-equal ids (children s))
           (and (equal (intents (start-and-mark-all ids s)) (mark-all ids (intents s)))
                (equal (children (start-and-mark-all ids s)) (children s))
                (equal (completed (start-and-mark-all ids s)) (completed s))))
  :hints (("Goal" :in-theory (disable start-and-mark intents children completed working))))

(defthm who-works-goes-on
  (implies (member-equal other (working s))
           (member-equal other (working (start-and-mark-all ids s))))
  :hints (("Goal" :in-theory (disable start-and-mark working))))

(defthm all-work-after-a-resume
  (implies (and (subsetp-equal ids (children s)) (member-equal id ids))
           (member-equal id (working (start-and-mark-all ids s))))
  :hints (("Goal" :in-theory (disable start-and-mark intents children completed working))))

; Marking every id leaves no intent unmarked.
(defthm mark-of-a-stranger
  (implies (and (alistp a) (not (member-equal id (strip-cars a)))) (equal (mark id a) a)))

(defun marked-pair (ids p)
  "One intent, marked when its id is among the ids."
  (cons (car p) (if (member-equal (car p) ids) t (cdr p))))

(defun mark-all-of-cons (ids p rest)
  "Recurs through the ids with the first intent beside the others; it is there for its induction."
  (if (atom ids)
      (list p rest)
    (mark-all-of-cons (cdr ids)
                      (if (equal (car p) (car ids)) (cons (car p) t) p)
                      (mark (car ids) rest))))

(defthm mark-all-goes-through
  (implies (and (alistp rest) (consp p) (not (member-equal (car p) (strip-cars rest))))
           (equal (mark-all ids (cons p rest)) (cons (marked-pair ids p) (mark-all ids rest))))
  :hints (("Goal" :induct (mark-all-of-cons ids p rest))))

(defthm mark-all-of-nothing (equal (mark-all ids nil) nil))

(defthm mark-all-leaves-no-intent-behind
  (implies (and (alistp a) (no-duplicatesp-equal (strip-cars a)) (subsetp-equal (strip-cars a) ids))
           (all-launched (mark-all ids a)))
  :hints (("Goal" :induct (strip-cars a))))

(defthm subset-of-a-longer-list (implies (subsetp-equal x y) (subsetp-equal x (cons a y))))
(defthm subset-of-itself (subsetp-equal x x))

; After any history a resume leaves no intent behind.
(defthm a-resume-of-a-good-outbox-leaves-no-intent-behind
  (implies (good-outbox s)
           (all-launched (intents (acts-outbox (resume-ops (intents s)) s))))
  :hints (("Goal" :in-theory (disable intents children completed acts-outbox start-and-mark-all))))

(defthm a-resume-leaves-no-intent-behind
  (let ((s (acts-outbox ops *empty*)))
    (all-launched (intents (acts-outbox (resume-ops (intents s)) s))))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable good-outbox acts-outbox intents resume-ops resume-starts-and-marks-all))))

; And once the children that work are over, each is completed exactly once.
(defthm finishing-completes
  (implies (member-equal id (working s))
           (member-equal id (completed (act-outbox (list :finish id) s)))))

(defthm completed-stays-completed
  (implies (member-equal id (completed s)) (member-equal id (completed (act-outbox op s)))))

(defthm completed-stays-completed-always
  (implies (member-equal id (completed s)) (member-equal id (completed (acts-outbox ops s))))
  :hints (("Goal" :in-theory (disable act-outbox completed))))

(defthm member-of-remove
  (implies (and (member-equal id l) (not (equal id other))) (member-equal id (remove-equal other l))))

(defthm finishing-another-stops-nobody
  (implies (and (member-equal id (working s)) (not (equal id other)))
           (member-equal id (working (act-outbox (list :finish other) s)))))

(defun finish-each (ids s)
  "Finishes one id after the other; it recurs as FINISH-OPS does, and is there for its induction."
  (if (atom ids) s (finish-each (cdr ids) (act-outbox (list :finish (car ids)) s))))

(defthm finishing-all-completes-all
  (implies (and (member-equal id ids) (member-equal id (working s)))
           (member-equal id (completed (acts-outbox (finish-ops ids) s))))
  :hints (("Goal" :in-theory (disable act-outbox completed working)
           :induct (finish-each ids s))
          ("Subgoal *1/2" :cases ((equal id (car ids))))))

(defthm a-resume-of-a-good-outbox-loses-no-child
  (implies (and (good-outbox s) (assoc-equal id (intents s)))
           (let ((r (acts-outbox (resume-ops (intents s)) s)))
             (member-equal id (completed (acts-outbox (finish-ops (children s)) r)))))
  :hints (("Goal" :in-theory (disable intents children completed working acts-outbox start-and-mark-all))))

(defthm a-resume-keeps-the-children
  (implies (good-outbox s)
           (equal (children (acts-outbox (resume-ops (intents s)) s)) (children s)))
  :hints (("Goal" :in-theory (disable intents children completed acts-outbox start-and-mark-all))))

(defthm finishing-keeps-the-children
  (equal (children (acts-outbox (finish-ops ids) s)) (children s))
  :hints (("Goal" :induct (finish-each ids s) :in-theory (disable completed working))))

(defthm a-good-outbox-that-is-finished-completes-once
  (implies (and (good-outbox s) (member-equal id (completed (acts-outbox ops s))))
           (equal (times id (completed (acts-outbox ops s))) 1))
  :hints (("Goal" :in-theory (disable act-outbox acts-outbox times intents children completed acts-keep-the-outbox-good)
           :use acts-keep-the-outbox-good)))

; Every intent of any history, with crashes anywhere in it, has one child, and once those that a resume put to work
; are over, that child was completed exactly once.
(defthm nothing-is-lost
  (let* ((s (acts-outbox ops *empty*))
         (r (acts-outbox (resume-ops (intents s)) s))
         (f (acts-outbox (finish-ops (children s)) r)))
    (implies (assoc-equal id (intents s))
             (and (equal (times id (children f)) 1)
                  (equal (times id (completed f)) 1))))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable good-outbox acts-outbox intents children completed times resume-ops finish-ops
                                      resume-starts-and-marks-all))))

; The theorems say something: after this history there is an intent that only a resume marks.
(defthm a-crash-can-leave-an-intent-unmarked
  (let ((intents (intents (acts-outbox '((:commit "run.3l0") (:start "run.3l0") (:crash)) *empty*))))
    (and (assoc-equal "run.3l0" intents) (not (all-launched intents))))
  :rule-classes nil)
