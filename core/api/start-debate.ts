import { z } from 'zod';
import { emptyInput, identifier } from './common.ts';

const problem = z.object({ code: z.string(), message: z.string(), place: z.string().optional() });

/** What the check of a case file found. */
export const caseCheck = z.object({
  /** The whole path of the file. */
  file: z.string(),
  /** The case as it was read, for `debates.start`; null when it cannot be debated. */
  case: z
    .object({
      /** Names it until another case is checked. */
      caseId: z.string(),
      title: z.string(),
      thesis: z.string().nullable(),
      claims: z.number().int(),
      evidence: z.number().int(),
      documents: z.number().int(),
      calculations: z.number().int(),
    })
    .nullable(),
  /** What keeps it from being debated, with `file:line:column`: the first 200. */
  problems: z.array(problem),
  problemCount: z.number().int(),
});
export type CaseCheck = z.infer<typeof caseCheck>;

/** A model file of this user, and what stands in it. */
export const modelChoice = z.object({
  /** The name of the file, without its ending. */
  name: z.string(),
  /** The models, each with the roles that it plays and the address that is asked. */
  models: z.array(z.object({ model: z.string(), endpoint: z.string(), roles: z.array(z.string()) })),
  /** Why it cannot be used; null when it can. */
  problem: problem.nullable(),
});
export type ModelChoice = z.infer<typeof modelChoice>;

export const startDebateQueries = {
  /** The model files in the folder of this user, by name. */
  'models.list': { input: emptyInput, output: z.object({ folder: z.string(), rows: z.array(modelChoice) }) },
} as const;

export const startDebateCommands = {
  /** Asks for a case with the system's dialog and checks it; null when the person cancels. Error: `no-file-dialog`. */
  'cases.choose': { input: emptyInput, output: caseCheck.nullable() },
  /**
   * Checks the case at a whole path, where the door has no file dialog. Errors: `path-not-whole`, `choose-with-dialog`.
   */
  'cases.check': { input: z.strictObject({ path: z.string().min(1).max(4000) }), output: caseCheck },
  /**
   * Begins a debate about the case that was checked last, and answers as soon as the ledger has it. The work is a job.
   * Errors: `case-not-checked`, `model-unknown`, those of the model file and of the ledger.
   */
  'debates.start': {
    input: z.strictObject({
      caseId: identifier,
      /** A name of `models.list`; null for the rules. */
      model: z.string().min(1).max(200).nullable(),
      maxRounds: z.number().int().min(1).max(100),
    }),
    output: z.object({ jobId: z.string(), debateId: z.string(), runId: z.string() }),
  },
} as const;
