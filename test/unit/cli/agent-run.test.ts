import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addAgentRunCommands } from '../../../core/cli/agent-run.ts';
import { type CliRun, runCli } from '../../fixture/cli.ts';
import { handClock, temporaryFolder } from '../../fixture/ledger.ts';

/** Programs that play the agent and a tool: the agent asks for what `moves` says, then answers. */
function office(moves: readonly string[]) {
  const folder = temporaryFolder();
  const agent = `
    let text = '';
    for await (const chunk of process.stdin) text += chunk;
    const toolName = ${JSON.stringify(moves)}[JSON.parse(text).history.length];
    const action = toolName ? { kind: 'tool-call', toolName, query: 'now' } : { kind: 'final-answer', answer: 'noon' };
    console.log(JSON.stringify({ action }));`;
  writeFileSync(join(folder, 'agent.mjs'), agent);
  writeFileSync(join(folder, 'clock.mjs'), `console.log('["12:00"]');`);
  const plan = {
    agent_id: 'robot',
    agent: `${process.execPath} agent.mjs`,
    token_budget: 100,
    tools: [
      { name: 'clock', command: `${process.execPath} clock.mjs`, token_cost: 40, time_cost: 60 },
      { name: 'shell', command: 'sh', requires_execute: true },
    ],
  };
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  const clock = handClock();
  const environment = {
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    MIZAN_LEDGER: join(folder, 'ledger.mizan'),
  };
  return (...words: string[]): Promise<CliRun> =>
    runCli({ workingFolder: folder, clock, environment }, async (context) => {
      const program = new Command('mizan').exitOverride();
      addAgentRunCommands(program, context);
      await program.parseAsync(['agent-run', ...words], { from: 'user' });
    });
}

test('a run is started, listed and shown with its verdicts and budgets', async () => {
  const mizan = office(['clock']);
  const started = await mizan('start', 'plan.json', '--id', 'r1');
  expect(started).toMatchObject({ code: 0, error: '' });
  expect(started.out).toContain('######.... 60');
  expect(started.out).toContain('answer: noon');
  expect((await mizan('list')).out).toContain('answered');
  const shown = JSON.parse((await mizan('show', 'r1', '--json')).out);
  expect(shown.steps.map((step: { verdict: string }) => step.verdict)).toEqual(['permitted', 'answered']);
});

test('a refused call ends the run with exit code 1 and says what stood in the way', async () => {
  const started = await office(['shell'])('start', 'plan.json');
  expect(started.code).toBe(1);
  expect(started.out).toContain('needs to execute code, which is not granted');
});

test('an id is used once, and a missing plan is a problem', async () => {
  const mizan = office([]);
  await mizan('start', 'plan.json', '--id', 'r1');
  expect(await mizan('start', 'plan.json', '--id', 'r1')).toMatchObject({
    code: 2,
    error: expect.stringContaining('run-exists'),
  });
  expect(await mizan('start', 'nowhere.json')).toMatchObject({
    code: 2,
    error: expect.stringContaining('plan-unreadable'),
  });
});
