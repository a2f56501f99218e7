/**
 * The order of a debate (D1) as a machine. Every turn is an action: the role speaks, its output passes the Muḥāsabah
 * gate or is dropped. It stands in the program because a bundle has no files beside it.
 */
export const debateMachine = {
  name: 'debate.machine.yml',
  text: `
spec: flatmachine
spec_version: 0.7.7
data:
  name: debate
  context:
    debate: "{{ input.debate }}"
  states:
    opening:
      type: initial
      action: advocate
      input: { turn: opening }
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { to: challenge }
    challenge:
      action: sanad_breaker
      input: { turn: challenge }
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { to: contradiction }
    contradiction:
      action: contradiction_finder
      input: { turn: contradiction }
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { to: risk }
    risk:
      action: risk_officer
      input: { turn: risk }
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { to: rebuttal }
    rebuttal:
      action: advocate
      input: { turn: rebuttal }
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { condition: context.debate.evidence_requested, to: retrieval }
        - { to: closing }
    retrieval:
      action: contradiction_finder
      input: { turn: retrieval }
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { to: closing }
    closing:
      action: arbiter
      input: { turn: closing }
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { condition: context.debate.waiting, to: human_gate }
        - { to: stop_conditions }
    human_gate:
      action: await_people
      transitions:
        - { to: closing }
    stop_conditions:
      action: check_stop
      transitions:
        - { condition: context.debate.stop != null, to: stopped }
        - { to: opening }
    stopped:
      action: conclude
      transitions:
        - { to: finished }
    finished:
      type: final
      output:
        debate_id: "{{ context.debate.debate_id }}"
        stop_reason: "{{ context.debate.stop.reason }}"
        rounds: "{{ context.debate.round_number }}"
`,
} as const;
