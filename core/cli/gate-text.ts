import { type BriefingSection, briefingSectionSchema, type GateBriefing } from '../api/index.ts';
import { printable } from './printable.ts';

/** What a briefing on the terminal shows, for the record of what was seen: everything. */
export const sectionsOfText: readonly BriefingSection[] = briefingSectionSchema.options;

/** The briefing as plain text, in the order of the console. Nothing is cut, and nothing in it can move the cursor. */
export function briefingText(briefing: GateBriefing): string {
  const { row, touches, action, record } = briefing;
  const expiry = row.expiresAt === null ? 'does not expire' : `expires ${row.expiresAt}`;
  const blocks = [
    `${row.title}\n${row.gateId} · ${row.state} · needs ${row.requiredRole} · ${expiry}`,
    block(
      'Why it stopped here',
      briefing.why.map(({ text, rule }) => `${text} (${rule})`),
    ),
    block('What it can touch', [
      ...touches.files.map((file) => `file ${file}`),
      ...touches.tools.map((tool) => `tool ${tool}`),
      ...(touches.money === null ? [] : [`money ${touches.money}`]),
      ...touches.people.map((person) => `person ${person}`),
      touches.reversible,
      ...(touches.note === '' ? [] : [touches.note]),
    ]),
    `The exact action\n${action.canonical}\ndigest ${action.digest}`,
    block(
      'Evidence',
      briefing.evidence.map(({ sign, text }) => `${sign}: ${text}`),
    ),
    block(
      'Record',
      record === null
        ? []
        : [
            `${record.agentId}: reputation ${record.reputation.toFixed(3)}, ${record.level}, ` +
              `${record.tasks} tasks, ${record.verified} verified, ${record.hallucinated} hallucinated`,
          ],
    ),
    block(
      'Earlier decisions on this class of action',
      briefing.earlier.flatMap(({ at, state, reviewer, reason, title, changed }) => [
        `${at} ${state} by ${reviewer}: ${title}${reason === null ? '' : ` (${reason})`}`,
        ...changed.map((change) => `  changed: ${change}`),
      ]),
    ),
    block('What would change my mind', briefing.falsifiers),
    block(
      'Attempts so far',
      briefing.decisions.map(({ at, reviewer, role, verb, reason, refusal }) => {
        const outcome = refusal === null ? '' : `, refused: ${refusal}`;
        return `${at} ${reviewer} (${role ?? 'not enrolled'}) ${verb}${reason === null ? '' : `: ${reason}`}${outcome}`;
      }),
    ),
  ];
  return `${printable(blocks.filter((text) => text !== '').join('\n\n'))}\n`;
}

function block(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [heading, ...lines.map((line) => `  ${line}`)].join('\n');
}
