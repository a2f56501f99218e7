; Sizes of texts and cutting them to size (K8). A text is the string of its UTF-8 bytes.

(in-package "ACL2")

(include-book "records")
(include-book "numbers")
(local (include-book "arithmetic/top" :dir :system))

(define estimate-tokens ((text stringp))
  ; A token for every four bytes, rounded up.
  :returns (tokens natp :rule-classes :type-prescription)
  (quarter (length (str-fix text))))

(define continuation-byte-p ((char characterp))
  ; A byte that continues a character: 10xxxxxx.
  :returns (continuation booleanp)
  (and (<= 128 (char-code char))
       (< (char-code char) 192)))

(define character-boundary ((text stringp) (at natp))
  ; The last place at or before AT where a character begins or the text ends.
  :measure (nfix at)
  :returns (boundary natp :rule-classes :type-prescription)
  (let ((text (str-fix text))
        (at (nfix at)))
    (cond ((>= at (length text)) (length text))
          ((zp at) 0)
          ((continuation-byte-p (char text at)) (character-boundary text (- at 1)))
          (t at)))
  ///
  (defret character-boundary-at-most
    (<= boundary (nfix at))
    :rule-classes :linear)
  (defret character-boundary-within
    (<= boundary (length (str-fix text)))
    :rule-classes :linear))

(define utf8-prefix ((text stringp) (bytes natp))
  ; The longest beginning of whole characters that has at most BYTES bytes.
  :returns (prefix stringp :rule-classes :type-prescription)
  (let ((text (str-fix text)))
    (subseq text 0 (character-boundary text bytes))))

(defthm utf8-prefix-of-nothing
  (implies (zp bytes)
           (equal (utf8-prefix text bytes) ""))
  :hints (("Goal" :in-theory (enable utf8-prefix character-boundary))))

(defthm utf8-prefix-length
  (<= (len (explode (utf8-prefix text bytes))) (nfix bytes))
  :hints (("Goal" :in-theory (enable utf8-prefix)))
  :rule-classes :linear)

(defclaim prefix-is-within
  "A beginning cut to a number of bytes has at most that many bytes."
  :then (<= (length (utf8-prefix text bytes)) (nfix bytes))
  :hints (("Goal" :use utf8-prefix-length :in-theory (disable utf8-prefix-length))))

(defclaim prefix-keeps-what-is-short-enough
  "A text that is short enough is not cut."
  :given ((stringp text)
          (natp bytes)
          (<= (length text) bytes))
  :witness ((text "mizan") (bytes 5))
  :then (equal (utf8-prefix text bytes) text)
  :hints (("Goal" :in-theory (enable utf8-prefix character-boundary))))

(defthm prefix-tokens
  (implies (natp tokens)
           (<= (estimate-tokens (utf8-prefix text (* 4 tokens))) tokens))
  :hints (("Goal" :use ((:instance utf8-prefix-length (bytes (* 4 tokens))))
                  :in-theory (e/d (estimate-tokens) (utf8-prefix-length))))
  :rule-classes :linear)

(defclaim tokens-round-up
  "The tokens of a text cover all its bytes, and one token less would not."
  :given ((stringp text))
  :witness ((text "five5"))
  :then (and (<= (length text) (* 4 (estimate-tokens text)))
             (< (* 4 (estimate-tokens text)) (+ 4 (length text))))
  :hints (("Goal" :in-theory (enable estimate-tokens))))

; Output: head and tail around a marker.

(define omission-marker ((count natp))
  :returns (marker character-listp)
  (append (cons #\Newline (coerce "[... " 'list))
          (decimal-digits count)
          (append (coerce " characters left out ...]" 'list) (list #\Newline))))

(local (defthm marker-is-monotonic
  (implies (and (natp m) (natp n) (<= m n))
           (<= (len (omission-marker m)) (len (omission-marker n))))
  :hints (("Goal" :in-theory (e/d (omission-marker) (decimal-digits-is-monotonic))
                  :use decimal-digits-is-monotonic))
  :rule-classes :linear))

(local (defthm character-listp-of-take
  (implies (and (character-listp x) (<= (nfix n) (len x)))
           (character-listp (take n x)))
  :hints (("Goal" :induct (take n x) :in-theory (enable take)))))

(local (defthm character-listp-of-nthcdr
  (implies (character-listp x)
           (character-listp (nthcdr n x)))
  :hints (("Goal" :in-theory (enable nthcdr)))))

(local (defthm character-listp-of-append
  (implies (and (character-listp x) (character-listp y))
           (character-listp (append x y)))))

(define around-marker ((chars character-listp) (head natp) (tail natp))
  :guard (<= (+ head tail) (len chars))
  (append (take head chars)
          (omission-marker (- (len chars) (+ head tail)))
          (nthcdr (- (len chars) tail) chars))
  ///
  (defthm character-listp-of-around-marker
    (implies (and (character-listp chars)
                  (natp head)
                  (natp tail)
                  (<= (+ head tail) (len chars)))
             (character-listp (around-marker chars head tail))))
  (defthm len-of-around-marker
    (implies (and (natp head)
                  (natp tail)
                  (<= (+ head tail) (len chars)))
             (<= (len (around-marker chars head tail))
                 (+ head tail (len (omission-marker (len chars))))))
    :hints (("Goal" :use ((:instance marker-is-monotonic
                           (m (- (len chars) (+ head tail)))
                           (n (len chars))))
                    :in-theory (disable marker-is-monotonic)))
    :rule-classes :linear))

(define truncate-output ((text stringp) (max natp))
  ; The text, or its head and tail around a marker, in at most MAX characters.
  :returns (output stringp :rule-classes :type-prescription)
  (let* ((text (str-fix text))
         (max (nfix max))
         (chars (coerce text 'list))
         (room (- max (len (omission-marker (len chars))))))
    (cond ((<= (len chars) max) text)
          ((< room 0) (coerce (take max chars) 'string))
          (t (let ((head (larger-half room)))
               (coerce (around-marker chars head (- room head)) 'string))))))

(defclaim output-is-within
  "A truncated output never has more than MAX characters."
  :then (<= (length (truncate-output text max)) (nfix max))
  :hints (("Goal" :in-theory (enable truncate-output))))

(defclaim output-keeps-what-is-short-enough
  "An output that is short enough is not touched."
  :given ((stringp text)
          (natp max)
          (<= (length text) max))
  :witness ((text "short") (max 5))
  :then (equal (truncate-output text max) text)
  :hints (("Goal" :in-theory (enable truncate-output))))
