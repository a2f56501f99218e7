import { z } from 'zod';
import { defineEvent } from '../../ledger/index.ts';

const finding = { task_id: z.string(), agent_id: z.string(), finding_id: z.string(), rule: z.string() };

/** A person says that a rule was wrong here; `withdrawn` takes that back. It changes no verdict and no score. */
export const findingMarked = defineEvent(
  'finding.marked',
  z.strictObject({ ...finding, mark: z.enum(['false-alarm', 'withdrawn']), reason: z.string().nullable() }),
);

/** Somebody asks whether the risk of a finding is accepted. The decision is the gate's. */
export const findingRiskAsked = defineEvent('finding.risk_asked', z.strictObject({ ...finding, gate_id: z.string() }));
