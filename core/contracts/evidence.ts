import type { GateBriefing, Sign, WorkDetail, WorkFinding } from '../api/index.ts';

const signs: Readonly<Record<WorkDetail['gates'][number]['outcome'], Sign>> = {
  passed: 'verified',
  failed: 'failed',
  skipped: 'skipped',
  inconclusive: 'inconclusive',
};

/**
 * What speaks for and against a piece of work, for the person who decides about it: its gates, its sandbox, its claim.
 */
export function evidenceOf(work: WorkDetail): GateBriefing['evidence'] {
  const link = { view: 'work', id: work.row.taskId, agent: work.row.agentId } as const;
  const gates = work.gates.map(({ gate, outcome, reason }) => ({
    sign: signs[outcome],
    text: `${gate}: ${reason}`,
    link,
  }));
  const { verification } = work;
  const findings = (verification?.findings ?? []).map((finding) => ({
    sign: findingSign(finding),
    text: findingText(finding),
    link: { view: 'rules', id: finding.rule } as const,
  }));
  const hidden = (verification?.found ?? 0) - findings.length;
  const more =
    hidden > 0 ? [{ sign: 'inconclusive', text: `${hidden} more findings in the report`, link } as const] : [];
  const unsandboxed = { sign: 'inconclusive', text: 'The checks ran without a sandbox', link } as const;
  return [...gates, ...findings, ...more, ...(work.row.unsandboxed ? [unsandboxed] : [])];
}

/** A violation as a line: `[error] style/naming src/a.py:3: …`, with what people said about it. */
function findingText({ severity, rule, file, line, message, falseAlarm, risk }: WorkFinding): string {
  const place = line === null ? file : `${file}:${line}`;
  const alarm = falseAlarm === null ? '' : ` (called a false alarm by ${falseAlarm.by})`;
  const accepted = risk?.state === 'accepted' ? ` (risk accepted by ${risk.decision?.by ?? 'a person'})` : '';
  return `[${severity}] ${rule} ${place}: ${message}${alarm}${accepted}`;
}

function findingSign({ severity, risk }: WorkFinding): Sign {
  if (risk?.state === 'accepted') return 'skipped';
  return severity === 'error' ? 'failed' : 'inconclusive';
}
