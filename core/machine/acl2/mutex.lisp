; At most one owner, with leases and fencing tokens (S2): whatever the owners do and however time passes, a token is
; only ever given to one owner, tokens of accepted writes never go back, and a write under an old token is refused.

(in-package "ACL2")

; The lock: (owner token expires held). The world: (lock now grants writes), newest first in both lists.
(defun lk (owner token expires held)
  "A lock as it is kept, after a release too, so that its token never goes back."
  (list owner token expires held))

(defun lk-owner (l)
  "Whoever has the lock, or had it last."
  (nth 0 l))

(defun lk-token (l)
  "The fencing token; it grows by one with each change of owner."
  (nth 1 l))

(defun lk-expires (l)
  "The time at which the lease is over."
  (nth 2 l))

(defun lk-held (l)
  "nil once the owner has released it."
  (nth 3 l))

(defun held-now (l now)
  "Whether somebody has the lock at this time: not released, and the lease is not over."
  (and (lk-held l) (< now (lk-expires l))))

(defun decide-acquire (l owner now lease)
  "The lock after an owner asked for it, or nil while another holds it. As decideAcquire in core/stores/locks.ts."
  (if (and (held-now l now) (not (equal (lk-owner l) owner)))
      nil
    (lk owner (if (equal (lk-owner l) owner) (lk-token l) (+ 1 (lk-token l))) (+ now lease) t)))

(defun decide-renew (l owner now lease)
  "The lock with a new lease from now on, or nil for anybody but its holder."
  (if (and (held-now l now) (equal (lk-owner l) owner)) (lk owner (lk-token l) (+ now lease) t) nil))

(defun decide-release (l owner)
  "The lock without its holder, token kept, or nil for anybody but its owner."
  (if (and (lk-held l) (equal (lk-owner l) owner)) (lk owner (lk-token l) 0 nil) nil))

(defun accepted (l owner token)
  "Whether the store takes a write: only from the newest grant that was not released."
  (and (lk-held l) (equal (lk-owner l) owner) (equal (lk-token l) token)))

(defun world (l now grants writes)
  "Everything there is: the lock, the time, and grants and accepted writes as (token . owner), newest first."
  (list l now grants writes))

(defun w-lock (w)
  "The lock of the world."
  (nth 0 w))

(defun w-now (w)
  "The time of the world; only :tick moves it, and never back."
  (nth 1 w))

(defun w-grants (w)
  "Every grant there was, newest first."
  (nth 2 w))

(defun w-writes (w)
  "Every accepted write, newest first."
  (nth 3 w))

(defun act (op w)
  "The world after one operation of some owner, or after time has passed. What is refused changes nothing."
  (let ((l (w-lock w)) (now (w-now w)) (grants (w-grants w)) (writes (w-writes w)))
    (case (car op)
      (:acquire (let ((new (decide-acquire l (cadr op) now (nfix (caddr op)))))
                  (if new (world new now (acons (lk-token new) (cadr op) grants) writes) w)))
      (:renew (let ((new (decide-renew l (cadr op) now (nfix (caddr op)))))
                (if new (world new now grants writes) w)))
      (:release (let ((new (decide-release l (cadr op))))
                  (if new (world new now grants writes) w)))
      (:tick (world l (+ now (nfix (cadr op))) grants writes))
      (:write (if (accepted l (cadr op) (caddr op))
                  (world l now grants (acons (caddr op) (cadr op) writes))
                w))
      (t w))))

(defun acts (ops w)
  "The world after a list of operations, in their order."
  (if (atom ops) w (acts (cdr ops) (act (car ops) w))))

; --- the invariant ---------------------------------------------------------------------------------

(defun grants-fit (grants owner token)
  "Whether every grant is at most the current token, and those of the current token are the current owner's."
  (if (atom grants)
      t
    (and (consp (car grants))
         (natp (caar grants))
         (<= (caar grants) token)
         (implies (equal (caar grants) token) (equal (cdar grants) owner))
         (grants-fit (cdr grants) owner token))))

(defun one-owner-each (grants)
  "Whether no token was given to two owners, and none is above a later one."
  (if (atom grants)
      t
    (and (grants-fit (cdr grants) (cdar grants) (caar grants))
         (one-owner-each (cdr grants)))))

(defun good (w)
  "The invariant: grants and writes fit the lock, and each token has one owner."
  (and (natp (lk-token (w-lock w)))
       (grants-fit (w-grants w) (lk-owner (w-lock w)) (lk-token (w-lock w)))
       (one-owner-each (w-grants w))
       (grants-fit (w-writes w) (lk-owner (w-lock w)) (lk-token (w-lock w)))
       (one-owner-each (w-writes w))))

(defthm grants-fit-a-newer-token
  (implies (and (grants-fit grants owner token) (natp token))
           (grants-fit grants other (+ 1 token)))
  :hints (("Goal" :induct (grants-fit grants owner token))))

(defthm acting-keeps-it-good
  (implies (good w) (good (act op w))))

(defthm acts-keep-it-good
  (implies (good w) (good (acts ops w)))
  :hints (("Goal" :in-theory (disable good act))))

(defconst *free* (world (lk nil 0 0 nil) 0 nil nil))

(defthm a-free-lock-is-good (good *free*))

(defthm fit-gives-the-owner
  (implies (and (grants-fit grants owner token) (member-equal (cons token other) grants))
           (equal other owner))
  :rule-classes nil)

(local
 (defthm one-owner-member
   (implies (and (one-owner-each grants)
                 (member-equal (cons tok o1) grants)
                 (member-equal (cons tok o2) grants))
            (equal o1 o2))
   :rule-classes nil
   :hints (("Goal" :induct (one-owner-each grants))
           ("Subgoal *1/2" :use ((:instance fit-gives-the-owner (grants (cdr grants)) (owner (cdar grants))
                                            (token (caar grants)) (other o1))
                                 (:instance fit-gives-the-owner (grants (cdr grants)) (owner (cdar grants))
                                            (token (caar grants)) (other o2)))))))

(defthm every-history-is-good
  (good (acts ops *free*))
  :hints (("Goal" :in-theory (disable good acts acts-keep-it-good) :use ((:instance acts-keep-it-good (w *free*))))))

(defthm good-grants (implies (good w) (one-owner-each (w-grants w))))
(defthm good-writes (implies (good w) (one-owner-each (w-writes w))))

; A token belongs to one owner, in every history there can be.
(defthm one-owner-for-each-token
  (implies (and (member-equal (cons token a) (w-grants (acts ops *free*)))
                (member-equal (cons token b) (w-grants (acts ops *free*))))
           (equal a b))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable acts good w-grants one-owner-each)
           :use ((:instance one-owner-member (grants (w-grants (acts ops *free*))) (tok token) (o1 a) (o2 b))))))

(defun tokens-never-go-back (writes)
  "Whether the tokens, newest first, never fall from one entry to the next newer one."
  (if (or (atom writes) (atom (cdr writes)))
      t
    (and (<= (caadr writes) (caar writes)) (tokens-never-go-back (cdr writes)))))

(defthm one-owner-each-is-ordered
  (implies (one-owner-each writes) (tokens-never-go-back writes)))

; Tokens of accepted writes never go back: nobody writes after the next owner has begun to.
(defthm accepted-writes-never-go-back
  (tokens-never-go-back (w-writes (acts ops *free*)))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable acts good w-writes one-owner-each tokens-never-go-back))))

; A write under an old token changes nothing.
(defthm an-old-token-is-refused
  (implies (and (natp token) (< token (lk-token (w-lock w))))
           (equal (act (list :write owner token) w) w)))

; It is not true for want of owners: A stalls past its lease, B takes over and writes, A's late write is refused.
(defthm witness-of-a-stalled-owner
  (let ((w (acts '((:acquire "A" 10) (:write "A" 1) (:tick 11) (:acquire "B" 10) (:write "B" 2) (:write "A" 1))
                 *free*)))
    (and (equal (w-grants w) '((2 . "B") (1 . "A")))
         (equal (w-writes w) '((2 . "B") (1 . "A")))))
  :rule-classes nil)
