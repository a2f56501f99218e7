import { z } from 'zod';
import { emptyInput, identifier, role } from './common.ts';

export const reviewerView = z.object({
  reviewerId: z.string(),
  name: z.string(),
  role,
  /** Where the private key is: `safe-storage`, `passphrase-file`, or `elsewhere` (another machine). */
  key: z.enum(['safe-storage', 'passphrase-file', 'elsewhere']),
});
export type ReviewerView = z.infer<typeof reviewerView>;

export const sessionView = z.object({
  door: z.enum(['desktop', 'web']),
  version: z.string(),
  /** The open ledger, or null before the first choice. */
  workspace: z.object({ path: z.string(), name: z.string(), sample: z.boolean() }).nullable(),
  recent: z.array(z.object({ path: z.string(), name: z.string() })),
  reviewer: reviewerView.nullable(),
  reviewers: z.array(reviewerView),
  /**
   * A sentence about this ledger to show above its views: the sample says who decides in it. Null when there is none.
   */
  notice: z.string().nullable(),
  /** True when the door can show a file dialog. */
  canChooseFile: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

export const sessionQueries = {
  'session.get': { input: emptyInput, output: sessionView },
} as const;

const passphrase = z.string().min(1).max(1000);

export const sessionCommands = {
  /** Makes (or opens again) the sample workspace by running the real rooms on bundled input. */
  'workspace.openSample': { input: emptyInput, output: z.object({ jobId: z.string() }) },
  'workspace.open': { input: z.strictObject({ path: z.string().min(1).max(4000) }), output: sessionView },
  /** Asks with the system's dialog; null when cancelled. */
  'workspace.choose': { input: emptyInput, output: sessionView.nullable() },
  'workspace.close': { input: emptyInput, output: sessionView },
  'reviewer.enroll': {
    input: z.strictObject({
      reviewerId: identifier,
      name: z.string().min(1).max(200),
      role,
      passphrase: passphrase.nullable(),
    }),
    output: sessionView,
  },
  'reviewer.unlock': {
    input: z.strictObject({ reviewerId: identifier, passphrase: passphrase.nullable() }),
    output: sessionView,
  },
  'reviewer.lock': { input: emptyInput, output: sessionView },
  'jobs.cancel': { input: z.strictObject({ jobId: identifier }), output: z.object({ cancelled: z.boolean() }) },
} as const;
