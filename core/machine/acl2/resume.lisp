; Checkpoint and resume: whatever number of times, and after whichever steps, the process dies, the run ends as if it
; had not. A checkpoint is written out and read back, so that what is resumed is what the store held, not memory. And
; the effects of steps whose checkpoint was committed are never done again.

(in-package "ACL2")
(include-book "machine")
(local (include-book "arithmetic/top" :dir :system))

(local (in-theory (disable machine-step)))

; --- the wire format -----------------------------------------------------------------------------

(defun write-out (x)
  "The checkpoint as it is stored: the fields of the snapshot under the names of the wire format (seed 003, 3.2)."
  (list (cons "event" (snap-status x)) (cons "current_state" (snap-name x))
        (cons "context" (snap-ctx x)) (cons "step" (snap-step x))))

(defun read-back (wire)
  "The snapshot that a stored checkpoint holds."
  (snap (cdr (assoc-equal "event" wire)) (cdr (assoc-equal "current_state" wire))
        (cdr (assoc-equal "context" wire)) (cdr (assoc-equal "step" wire))))

(defun snap-shaped (x)
  "Whether x is a snapshot and nothing more: four fields."
  (equal x (snap (snap-status x) (snap-name x) (snap-ctx x) (snap-step x))))

(defthm read-back-of-write-out (implies (snap-shaped x) (equal (read-back (write-out x)) x)))

(defthm step-gives-snapshots
  (implies (snap-shaped x) (snap-shaped (machine-step x machine max-steps)))
  :hints (("Goal" :in-theory (enable machine-step))))

(local (in-theory (disable snap-shaped write-out read-back)))

(defthm steps-give-snapshots
  (implies (snap-shaped x) (snap-shaped (machine-steps x n machine max-steps))))

; --- any number of crashes -------------------------------------------------------------------------

(defthm no-steps (equal (machine-steps x 0 machine max-steps) x))

(defthm steps-add-up
  (implies (and (natp j) (natp k))
           (equal (machine-steps (machine-steps x j machine max-steps) k machine max-steps)
                  (machine-steps x (+ j k) machine max-steps))))

(defun resumed (wire n machine max-steps)
  "A crash after step k: what comes back from the store goes on for n steps."
  (machine-steps (read-back wire) n machine max-steps))

(defthm resume-after-any-step
  (implies (and (snap-shaped x) (natp n) (natp k) (<= k n))
           (equal (resumed (write-out (machine-steps x k machine max-steps)) (- n k) machine max-steps)
                  (machine-steps x n machine max-steps)))
  :hints (("Goal" :in-theory (disable machine-steps))))

(defun live (x pieces machine max-steps)
  "A life is a list of pieces, each the number of steps a process lived; between them only the store survives."
  (if (atom pieces)
      x
    (live (read-back (write-out (machine-steps x (nfix (car pieces)) machine max-steps)))
          (cdr pieces) machine max-steps)))

(defun total (pieces)
  "The steps of all pieces together."
  (if (atom pieces) 0 (+ (nfix (car pieces)) (total (cdr pieces)))))

(defthm crashes-change-nothing
  (implies (snap-shaped x)
           (equal (live x pieces machine max-steps)
                  (machine-steps x (total pieces) machine max-steps)))
  :hints (("Goal" :induct (live x pieces machine max-steps) :in-theory (disable machine-steps))))

; --- effects ---------------------------------------------------------------------------------------

; The world is (snapshot . effects). In a step the effect comes first, under the key of the step, then the commit. A
; crash may come between them: then the effect is there and the checkpoint is not. The receiver knows keys.
(defun do-effect (step effects)
  "The effects with that of this step; the receiver knows the key and takes it once."
  (if (member-equal step effects) effects (cons step effects)))

(defun attempt (outcome world machine max-steps)
  "The world after one try of a step: the effect first, then the commit, unless the outcome is :crash."
  (let* ((x (car world)))
    (if (not (eq (snap-status x) :running))
        world
      (let ((effects (do-effect (snap-step x) (cdr world))))
        (if (eq outcome :crash)
            (cons (read-back (write-out x)) effects)
          (cons (read-back (write-out (machine-step x machine max-steps))) effects))))))

(defun attempts (outcomes world machine max-steps)
  "The world after one try for each outcome, in their order."
  (if (atom outcomes)
      world
    (attempts (cdr outcomes) (attempt (car outcomes) world machine max-steps) machine max-steps)))

(defthm no-effect-is-repeated
  (implies (no-duplicatesp-equal (cdr world))
           (no-duplicatesp-equal (cdr (attempts outcomes world machine max-steps))))
  :hints (("Goal" :in-theory (disable machine-step))))

(defun survivors (outcomes)
  "How many of the outcomes are no crash: the steps that were committed."
  (if (atom outcomes) 0 (+ (if (eq (car outcomes) :crash) 0 1) (survivors (cdr outcomes)))))

(local
 (defthm over-stays
   (implies (not (eq (snap-status x) :running)) (equal (machine-step x machine max-steps) x))
   :hints (("Goal" :in-theory (enable machine-step)))))

(local
 (defthm over-stays-long
   (implies (not (eq (snap-status x) :running)) (equal (machine-steps x n machine max-steps) x))
   :hints (("Goal" :induct (machine-steps x n machine max-steps)))))

; However often it crashes between effect and commit, the run is where the steps that were committed lead.
(defthm only-committed-steps-count
  (implies (snap-shaped (car world))
           (equal (car (attempts outcomes world machine max-steps))
                  (machine-steps (car world) (survivors outcomes) machine max-steps)))
  :hints (("Goal" :induct (attempts outcomes world machine max-steps)
           :in-theory (disable machine-step snap-status))))
