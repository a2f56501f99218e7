import type { SupervisionLevel } from '../api/index.ts';
import { type TaskContract, testCommandLine } from './contract.ts';

/** A person's no to this agent, with its reason, which the agent has to hear (G4). */
export interface Refusal {
  readonly title: string;
  readonly reason: string;
}

/**
 * The contract as the agent's prompt (seed 001: "the contract becomes the prompt"). Deterministic, so that its digest
 * can be compared. The sample report uses no real status word: an echoed prompt must not read as a report.
 */
export function renderInstructions(
  contract: TaskContract,
  level: SupervisionLevel,
  refusals: readonly Refusal[] = [],
): string {
  const parts = [
    `# Task ${contract.task_id}`,
    contract.objective,
    section('Acceptance criteria', contract.criteria),
    section(
      'Required files',
      contract.required_files.map((path) => `\`${path}\``),
      'These must exist in the work tree and must not be empty:',
    ),
    checks(contract),
    supervision(level),
    section(
      'What people refused before',
      refusals.map(({ title, reason }) => `${title}: ${reason}`),
      'Each is a no to this kind of thing, not only to that one case:',
    ),
    reporting,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, items: readonly string[], lead = ''): string {
  if (items.length === 0) return '';
  return [`## ${title}`, ...(lead === '' ? [] : [lead]), items.map((item) => `- ${item}`).join('\n')].join('\n\n');
}

function checks(contract: TaskContract): string {
  const list: string[] = [];
  if (contract.required_files.length > 0) list.push('the required files are there');
  const command = testCommandLine(contract);
  if (command !== null) list.push(`\`${command}\` exits with 0 within ${contract.timeout_seconds} s, without network`);
  if (contract.run_lint) list.push('the linters of this project accept the changed files');
  if (contract.check_ast) list.push('every changed file parses without a syntax error');
  if (contract.verification_policy !== null) {
    const name = contract.verification_policy;
    list.push(`the change keeps to the policy \`${name}\` in scope, hallucination, style, semantics and complexity`);
  }
  return section('How the work is checked', list, 'After you finish, these are checked without you, in this order:');
}

function supervision(level: SupervisionLevel): string {
  switch (level) {
    case 'strict':
    case 'supervised':
    case 'suspended':
      return `## Supervision\n\nYour level is ${level}. A person looks at the change before it takes effect.`;
    case 'standard':
    case 'autonomous':
      return '';
  }
}

const reporting = `## How to report

End your output with one fenced JSON block, and print nothing after it:

\`\`\`json
{"status": "success | blocked | failure", "need": "what you need, when blocked", "text": "what you did"}
\`\`\`

- \`success\`: you did it. If the checks agree, the score is +1. If they do not, it is -1.
- \`blocked\`: you cannot go on, and \`need\` says what is missing. An honest stop scores +0.5.
- \`failure\`: you tried and did not get there. The score is 0.

Only the checks decide whether a claim of success is true. If in doubt, say that you are blocked or that you failed.`;
