import { z } from 'zod';
import { type CorroborationStatus, grade, validateOutput } from '../../debate/index.ts';
import { ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({
  output: z.unknown(),
  claims: z
    .record(z.string(), z.object({ claim_grade: grade, corroboration_status: z.string().nullish() }))
    .default({}),
});

/** `ĀḤĀD`, `AHAD` and `AHAD_1` are one chain; so is what is not known, because nothing says that there are more. */
function readStatus(text: string | null | undefined): CorroborationStatus {
  const plain = (text ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/giu, '')
    .toUpperCase();
  if (plain === 'MUTAWATIR') return 'MUTAWATIR';
  return plain === 'AZIZ' || plain === 'MASHHUR' || text === 'AHAD_2' ? 'AZIZ' : 'AHAD';
}

/** The rules of Muḥāsabah on one output (D3). The case knows every calculation. */
export const muhasabah: ConformanceKind = {
  kind: 'muhasabah',
  run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const claims = new Map(
      Object.entries(input.value.claims).map(([id, { claim_grade, corroboration_status }]) => [
        id.toLowerCase(),
        { claim_grade, corroboration_status: readStatus(corroboration_status) },
      ]),
    );
    const { valid, violations } = validateOutput(input.value.output, {
      standing: (id) => claims.get(id.toLowerCase()) ?? null,
      knowsCalculation: () => true,
    });
    return ok({ valid, rules: violations.map(({ rule }) => rule), details: violations.map(({ detail }) => detail) });
  },
};
