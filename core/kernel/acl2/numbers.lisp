; Rounding and decimal digits, and what the other books need to know about them.

(in-package "ACL2")

(include-book "std/util/define" :dir :system)
(local (include-book "arithmetic-5/top" :dir :system))

(define quarter ((n natp))
  ; A fourth of a number, rounded up.
  :returns (quarter natp :rule-classes :type-prescription)
  (ceiling (nfix n) 4)
  ///
  (defret quarter-covers
    (and (<= (nfix n) (* 4 quarter))
         (< (* 4 quarter) (+ 4 (nfix n))))
    :rule-classes :linear)
  (defthm quarter-at-most
    (implies (and (natp tokens)
                  (<= (nfix n) (* 4 tokens)))
             (<= (quarter n) tokens))))

(define larger-half ((n natp))
  ; Half of a number, rounded up.
  :returns (half natp :rule-classes :type-prescription)
  (ceiling (nfix n) 2)
  ///
  (defret larger-half-at-most
    (<= half (nfix n))
    :rule-classes :linear))

(define decimal-digits ((n natp))
  :measure (nfix n)
  :returns (digits character-listp)
  (let ((n (nfix n)))
    (if (< n 10)
        (list (code-char (+ 48 n)))
      (append (decimal-digits (floor n 10))
              (list (code-char (+ 48 (mod n 10)))))))
  ///
  (local (defthm len-of-append
    (equal (len (append x y)) (+ (len x) (len y)))))
  (local (defun double-floor-induction (m n)
    (declare (xargs :measure (nfix n)))
    (if (< (nfix n) 10)
        (list m n)
      (double-floor-induction (floor (nfix m) 10) (floor (nfix n) 10)))))
  (defthm decimal-digits-is-positive
    (< 0 (len (decimal-digits n)))
    :rule-classes :linear)
  (defthm decimal-digits-is-monotonic
    (implies (and (natp m) (natp n) (<= m n))
             (<= (len (decimal-digits m)) (len (decimal-digits n))))
    :hints (("Goal" :induct (double-floor-induction m n)))))

(define per-cent ((part natp) (whole posp))
  ; PART of WHOLE in whole per cent, rounded down.
  :returns (per-cent natp :rule-classes :type-prescription)
  (nfix (floor (* 100 (nfix part)) (nfix whole)))
  ///
  (local (defthm quotient-below
    (implies (and (natp a) (posp b) (natp k) (< a (* k b)))
             (< (floor a b) k))
    :hints ((nonlinearp-default-hint stable-under-simplificationp hist pspv))))
  (defthm per-cent-is-whole-only-of-the-whole
    (implies (and (natp part) (posp whole) (<= part whole))
             (iff (equal (per-cent part whole) 100)
                  (equal part whole)))
    :hints (("Goal" :use ((:instance quotient-below (a (* 100 part)) (b whole) (k 100)))))))

(define quarter-way ((from natp) (to natp))
  ; A quarter of the way from one number to another, rounded down.
  :returns (value natp :rule-classes :type-prescription)
  (nfix (+ (nfix from) (floor (- (nfix to) (nfix from)) 4))))
