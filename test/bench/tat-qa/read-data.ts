/** The annual-report tables and paragraphs of TAT-QA (CC BY 4.0), as they come. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const report = z.object({
  table: z.object({ uid: z.string(), table: z.array(z.array(z.string())) }),
  paragraphs: z.array(z.object({ uid: z.string(), order: z.number(), text: z.string() })),
  questions: z.array(
    z.object({
      uid: z.string(),
      question: z.string(),
      answer: z.union([z.string(), z.number(), z.array(z.string())]),
      derivation: z.string(),
      answer_type: z.string(),
      answer_from: z.string(),
      scale: z.string(),
    }),
  ),
});
export type Report = z.infer<typeof report>;
export type Question = Report['questions'][number];

/** Where the data is, unless `MIZAN_SHARED` names another folder. */
export const reportsFile = join(
  process.env.MIZAN_SHARED ?? join(import.meta.dirname, '../../../../shared'),
  'data/tat-qa/dev.json',
);

/** The reports in a file of the data set; throws where the file has another shape. */
export function readReports(file: string): readonly Report[] {
  return z.array(report).parse(JSON.parse(readFileSync(file, 'utf8')));
}
