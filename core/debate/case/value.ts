import { z } from 'zod';

/**
 * A checkable value. `amount × 10^scale` in `unit`: 12.4 with scale 6 and unit USD is twelve million four hundred
 * thousand dollars.
 */
export const valueStructure = z.strictObject({
  amount: z.number(),
  /** Power of ten. */
  scale: z.number().int().min(-12).max(15).default(0),
  /** `USD`, `percent`, `basis_points`, `multiple`, `shares`, `employees`, … */
  unit: z.string().min(1).max(64),
  /** What is measured: `net revenue`. */
  metric: z.string().min(1).max(400),
  /** When: `2019`, `2019-Q3`, `2018/2019`; a year is a fiscal year of the deal. */
  period: z.string().min(1).max(64).nullable().default(null),
  /** Whose: `group`, `segment: retail`. */
  scope: z.string().min(1).max(400).nullable().default(null),
});
export type ValueStructure = Readonly<z.infer<typeof valueStructure>>;
