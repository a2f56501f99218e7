import { z } from 'zod';

/** The four gates of seed 001, in the order in which they run (C2). */
export const gateNames = ['files', 'tests', 'lint', 'ast'] as const;
export type GateName = (typeof gateNames)[number];

/** The five dimensions of seed 004, which run after them under the policy of the contract. */
export const dimensionNames = ['scope', 'hallucination', 'style', 'semantics', 'complexity'] as const;
export type DimensionName = (typeof dimensionNames)[number];

/** Every check of a piece of work. */
export const checkNames = [...gateNames, ...dimensionNames] as const;
export type CheckName = (typeof checkNames)[number];

/** How a gate ends (C2). */
export type GateOutcome = 'passed' | 'failed' | 'skipped' | 'inconclusive';

/** A place in a file that a gate complains about. */
export interface GateMark {
  readonly file: string;
  /** 1-based line in the file as the agent left it. */
  readonly line: number;
  /** 1-based; 0 when unknown. */
  readonly column: number;
  readonly message: string;
}

/** The result of one gate or one dimension as it is stored. */
export interface GateRecord {
  readonly gate: CheckName;
  readonly outcome: GateOutcome;
  /** One sentence: what was checked and what was found. */
  readonly reason: string;
  readonly duration_ms: number | null;
  /** The program that decided, with its version where known. */
  readonly tool: string | null;
  /** Name of the payload that holds what the tool printed. */
  readonly output: string | null;
  readonly marks: readonly GateMark[];
}

export const gateRecordSchema = z.strictObject({
  gate: z.enum(checkNames),
  outcome: z.enum(['passed', 'failed', 'skipped', 'inconclusive']),
  reason: z.string(),
  duration_ms: z.number().nullable(),
  tool: z.string().nullable(),
  output: z.string().nullable(),
  marks: z.array(z.strictObject({ file: z.string(), line: z.number(), column: z.number(), message: z.string() })),
});

/** V(task) with the way it was found. `failed` names the first gate that failed. */
export type Verdict = 'verified' | 'failed' | 'inconclusive';
