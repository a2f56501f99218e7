/** The kernel's decisions for other systems, from the definitions that the kernel itself runs (seed 000). */
import { definitions } from '../definitions.ts';
import { pythonExport } from './python.ts';
import { smtExport } from './smt.ts';

export const exportLanguages = ['smt', 'python'] as const;
export type ExportLanguage = (typeof exportLanguages)[number];

/** SMT-LIB 2 with a check per theorem, or a Python module. */
export function exportKernel(language: ExportLanguage): string {
  switch (language) {
    case 'smt':
      return smtExport(definitions);
    case 'python':
      return pythonExport(definitions);
  }
}
