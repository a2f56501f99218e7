import { writeFileSync } from 'node:fs';
import type { Home } from '../doors/console.ts';

/** The tools that the agent asks for, one a step; after them it answers. */
const programs = {
  agent: (moves: readonly string[]) => `
    let text = '';
    for await (const chunk of process.stdin) text += chunk;
    const toolName = ${JSON.stringify(moves)}[JSON.parse(text).history.length];
    const action = toolName
      ? { kind: 'tool-call', toolName, query: 'What does ' + toolName + ' say about the release?' }
      : { kind: 'final-answer', answer: 'It can be released on Monday.' };
    console.log(JSON.stringify({ action }));`,
  tool: `console.log(JSON.stringify(['Two issues are open.', 'The tests passed at 09:40.']));`,
};

/** Runs an agent under the kernel as a person would, with `mizan agent-run start`. It has 200 tokens and 60 seconds. */
export function runAgent(home: Home, ledger: string, runId: string, moves: readonly string[]): void {
  const program = (name: string, source: string) => {
    writeFileSync(home.path(name), source);
    return `${process.execPath} ${home.path(name)}`;
  };
  const tool = program('tool.mjs', programs.tool);
  const plan = {
    agent_id: 'release-clerk',
    agent: program(`${runId}.mjs`, programs.agent(moves)),
    max_steps: 10,
    token_budget: 200,
    time_budget: 60,
    file_access: 1,
    tools: [
      { name: 'issues', command: tool, token_cost: 40, time_cost: 10 },
      { name: 'test-results', command: tool, token_cost: 60, time_cost: 15, required_access: 1 },
      { name: 'shell', command: tool, token_cost: 150, time_cost: 5, requires_execute: true },
    ],
  };
  const file = home.path(`${runId}.json`);
  writeFileSync(file, JSON.stringify(plan));
  const { code, error } = home.mizan('agent-run', 'start', file, '--id', runId, '--ledger', ledger);
  // 1 is a run that ended in an error, which is in the ledger as well.
  if (code !== 0 && code !== 1) throw new Error(error);
}
