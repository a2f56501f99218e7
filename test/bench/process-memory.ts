import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and all below it, on Linux; elsewhere 0. */
export function megabytesBelow(top: number): number {
  const parents = new Map<number, { readonly parent: number; readonly kilobytes: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      parents.set(Number(name), { parent: number('PPid'), kilobytes: number('RssAnon') });
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => pid === top || (parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents].filter(([pid]) => isBelow(pid)).reduce((sum, [, { kilobytes }]) => sum + kilobytes / 1024, 0);
}
