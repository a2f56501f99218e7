; Determinism as a statement about histories, not about a function being equal to itself: any two histories that obey
; the machine, start alike and are equally long are the same history.

(in-package "ACL2")
(include-book "machine")

(local (in-theory (disable machine-step)))

(defun obeys (history machine max-steps)
  "Whether a list of snapshots is a history: each follows by one step from the one before."
  (if (or (atom history) (atom (cdr history)))
      t
    (and (equal (cadr history) (machine-step (car history) machine max-steps))
         (obeys (cdr history) machine max-steps))))

(local
 (defun two-lists (a b) (if (or (atom a) (atom b)) (list a b) (two-lists (cdr a) (cdr b)))))

(defthm machine-deterministic
  (implies (and (true-listp h1) (true-listp h2)
                (equal (len h1) (len h2))
                (equal (car h1) (car h2))
                (obeys h1 machine max-steps)
                (obeys h2 machine max-steps))
           (equal h1 h2))
  :rule-classes nil
  :hints (("Goal" :induct (two-lists h1 h2))))

(defun history-of (x n machine max-steps)
  "The history of n steps from x, with x itself: n + 1 snapshots."
  (if (zp n) (list x) (cons x (history-of (machine-step x machine max-steps) (- n 1) machine max-steps))))

(defthm car-of-history (equal (car (history-of x n machine max-steps)) x))
(defthm consp-of-history (consp (history-of x n machine max-steps)))

; Histories of every length exist, so the theorem above speaks of something.
(defthm history-obeys (obeys (history-of x n machine max-steps) machine max-steps)
  :hints (("Goal" :in-theory (enable obeys))))

(defthm history-is-long-enough
  (equal (len (history-of x n machine max-steps)) (+ 1 (nfix n))))
