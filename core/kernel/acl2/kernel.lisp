; The decision kernel of seed 000: everything that is defined and proved, in one book.
;
;   claim          how a theorem is stated: a sentence, and a witness for its hypotheses
;   records        layer 0
;   decisions      layer 1
;   transitions    layer 2
;   react          layer 3, and the tools outside as oracles
;   numbers, text, conversation, response    context window and bounds
;   knowledge      facts and goals (phase 2)
;   registry       choice and adaptation of tools (phases 4 and 5)
;   history        the run, its bounds and its replay (phase 3)

(in-package "ACL2")

(include-book "response")
(include-book "history")
