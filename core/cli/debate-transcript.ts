import type { DebateDetail, DebateMessage } from '../api/index.ts';
import { listDebateMessages } from '../debate/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';

/** The whole debate as Markdown: what was said, on which claims, with which accounting, and what was rejected. */
export function debateTranscript(reader: LedgerReader, detail: DebateDetail): Result<string> {
  const { row, thesis, stopDetail } = detail;
  const parts = [`# ${row.title}`, '', ...(thesis === null ? [] : [`> ${thesis}`, ''])];
  const stop = row.stopReason === null ? row.status : `**${row.stopReason}**. ${stopDetail ?? ''}`;
  parts.push(`Debate \`${row.debateId}\`, played by ${row.agents}. ${stop}`);
  let round = 0;
  let cursor: string | null = null;
  do {
    const page: ReturnType<typeof listDebateMessages> = listDebateMessages(reader, {
      debateId: row.debateId,
      cursor,
      limit: 50,
    });
    if (!page.ok) return page;
    const texts = new Map(page.value.claims.map((chip) => [chip.claimId, chip.text]));
    for (const message of page.value.rows) {
      if (message.round !== round) parts.push('', `## Round ${message.round}`);
      round = message.round;
      parts.push('', ...messageLines(message, texts));
    }
    cursor = page.value.next;
  } while (cursor !== null);
  return ok(`${parts.join('\n')}\n`);
}

function messageLines(message: DebateMessage, texts: ReadonlyMap<string, string>): readonly string[] {
  const { role, turn, position, account, violations, claimIds, toolCalls } = message;
  const head = `### ${role.replaceAll('_', ' ')}: ${turn}${message.accepted ? '' : ' (rejected)'}`;
  const stands = [position, account === null ? null : `confidence ${account.confidence.toFixed(2)}`];
  const lines = [head, '', ...violations.map(({ rule, detail }) => `- **${rule}**: ${detail}`)];
  if (!message.accepted) return lines;
  lines.push(`*${stands.filter((part) => part !== null).join(', ')}*`, '', message.content);
  if (claimIds.length > 0) {
    lines.push('', 'Rests on:', ...claimIds.slice(0, 12).map((id) => `- ${texts.get(id) ?? id}`));
    if (claimIds.length > 12) lines.push(`- and ${claimIds.length - 12} more claims`);
  }
  if (account !== null) {
    lines.push('', 'What would change it:', ...account.falsifiers.map(({ test, rule }) => `- ${test}. ${rule}`));
    if (account.uncertainties.length > 0) lines.push('', 'Uncertain:');
    lines.push(...account.uncertainties.map(({ uncertainty, impact }) => `- ${uncertainty}. ${impact}`));
  }
  if (toolCalls.length > 0)
    lines.push('', `Tools: ${toolCalls.map(({ tool, status }) => `${tool} (${status})`).join(', ')}`);
  return lines;
}
