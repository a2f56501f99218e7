import type { GateBriefing, Sign, WorkDetail } from '../api/index.ts';

const signs: Readonly<Record<WorkDetail['gates'][number]['outcome'], Sign>> = {
  passed: 'verified',
  failed: 'failed',
  skipped: 'skipped',
  inconclusive: 'inconclusive',
};

/** What speaks for and against a piece of work, for the person who decides about it: its gates, its sandbox, its claim. */
export function evidenceOf(work: WorkDetail): GateBriefing['evidence'] {
  const link = { view: 'work', id: work.row.taskId } as const;
  const gates = work.gates.map(({ gate, outcome, reason }) => ({
    sign: signs[outcome],
    text: `${gate}: ${reason}`,
    link,
  }));
  const unsandboxed = { sign: 'inconclusive', text: 'The checks ran without a sandbox', link } as const;
  return work.row.unsandboxed ? [...gates, unsandboxed] : gates;
}
