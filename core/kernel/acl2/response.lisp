; What comes back from outside is bounded before anything looks at it (K12).

(in-package "ACL2")

(include-book "text")

(defconst *max-response-items* 10000)
(defconst *max-response-bytes* 1048576)
(defconst *cut-marker*
  "[error: the response was larger than 10,000 items or 1 MiB and was cut here]")

(define bytes-of ((items string-listp))
  :returns (bytes natp :rule-classes :type-prescription)
  (if (atom items)
      0
    (+ (length (str-fix (car items)))
       (bytes-of (cdr items)))))

(define take-within ((items string-listp) (count natp) (bytes natp))
  ; The beginning of the items: at most COUNT of them, and of whole characters at most BYTES bytes.
  :returns (kept string-listp)
  (cond ((or (atom items) (zp count)) nil)
        ((< (nfix bytes) (length (str-fix (car items))))
         (list (utf8-prefix (car items) bytes)))
        (t (cons (str-fix (car items))
                 (take-within (cdr items) (- count 1) (- (nfix bytes) (length (str-fix (car items))))))))
  ///
  (defret take-within-count
    (<= (len kept) (nfix count))
    :rule-classes :linear)
  (defret take-within-bytes
    (<= (bytes-of kept) (nfix bytes))
    :hints (("Goal" :in-theory (enable bytes-of)))
    :rule-classes :linear))

(local (defthm string-listp-of-append
  (implies (and (string-listp x) (string-listp y))
           (string-listp (append x y)))))

(define bound-response ((items string-listp))
  :returns (bounded string-listp :hyp :guard)
  (if (and (<= (len items) *max-response-items*)
           (<= (bytes-of items) *max-response-bytes*))
      items
    (append (take-within items (- *max-response-items* 1) (- *max-response-bytes* (length *cut-marker*)))
            (list *cut-marker*))))

(local (defthm bytes-of-append
  (equal (bytes-of (append x y)) (+ (bytes-of x) (bytes-of y)))
  :hints (("Goal" :in-theory (enable bytes-of)))))

(defclaim bounded-response-is-within
  "A bounded response has at most 10,000 items and 1 MiB, its marker included."
  :then (and (<= (len (bound-response items)) 10000)
             (<= (bytes-of (bound-response items)) 1048576))
  :hints (("Goal" :in-theory (enable bound-response bytes-of))))

(defclaim bounded-response-is-a-list
  "A bounded response is a list: with the bound above, whatever a tool returns meets the oracle's axioms."
  :given ((true-listp items))
  :witness ((items '("one" "two")))
  :then (true-listp (bound-response items))
  :hints (("Goal" :in-theory (enable bound-response))))

(defclaim small-response-is-whole
  "A response within both bounds is not touched."
  :given ((<= (len items) 10000)
          (<= (bytes-of items) 1048576))
  :witness ((items '("one" "two")))
  :then (equal (bound-response items) items)
  :hints (("Goal" :in-theory (enable bound-response))))

(defclaim cut-response-says-so
  "A response that was cut ends in the error marker."
  :given ((not (equal (bound-response items) items)))
  :witness ((line "sixteen letters.")
            (page (concatenate 'string line line line line line line line line))
            (book (concatenate 'string page page page page page page page page))
            (shelf (concatenate 'string book book book book book book book book))
            (room (concatenate 'string shelf shelf shelf shelf shelf shelf shelf shelf))
            (library (concatenate 'string room room room room room room room room))
            (items (list library library library)))
  :then (equal (car (last (bound-response items))) *cut-marker*)
  :hints (("Goal" :in-theory (enable bound-response))))
