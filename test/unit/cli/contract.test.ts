import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addAgentCommands } from '../../../core/cli/agents.ts';
import { addContractCommands } from '../../../core/cli/contract.ts';
import { addReportCommand } from '../../../core/cli/report.ts';
import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { runCli } from '../../fixture/cli.ts';
import { expectValue, temporaryFolder } from '../../fixture/ledger.ts';
import { folderWith, repositoryWith } from '../../fixture/work.ts';

/** A home of its own, and the commands of contracts in it. */
function home(workingFolder = temporaryFolder()) {
  const folder = temporaryFolder();
  const path = join(folder, 'ledger.mizan');
  const environment = { PATH: process.env.PATH ?? '', USER: 'kim', XDG_CONFIG_HOME: folder, MIZAN_LEDGER: path };
  const mizan = (...words: readonly string[]) =>
    runCli({ workingFolder, environment }, async (context) => {
      const program = new Command('mizan').exitOverride();
      addContractCommands(program, context, () => ({ signal: new AbortController().signal, release: () => undefined }));
      addReportCommand(program, context);
      addAgentCommands(program, context);
      await program.parseAsync([...words], { from: 'user' });
    });
  return { mizan, path, environment, folder };
}

const least = ['--task', 't1', '--agent', 'bot', '--objective', 'Do it'];

describe('mizan contract new', () => {
  it('issues a contract, and says how to go on', async () => {
    const { mizan, path } = home();
    const run = await mizan('contract', 'new', ...least, '--required-file', 'a.txt', '--criterion', 'works');
    expect(run).toMatchObject({ code: 0, error: '' });
    expect(run.out).toContain('mizan contract run t1 -- COMMAND');
    const reader = expectValue(openLedgerForReading(path));
    const issued = reader.page({ filter: { type: 'contract.issued' }, limit: 1, direction: 'ascending' }).events[0];
    reader.close();
    expect(issued).toMatchObject({
      actor: { kind: 'human', id: 'kim' },
      subject: 'task:t1',
      data: { level: 'supervised' },
    });
  });

  it('reads a file as JSON or YAML, with options over it', async () => {
    const folder = temporaryFolder();
    const { mizan } = home(folder);
    writeFileSync(join(folder, 'a.yaml'), 'agent_id: bot\nobjective: Do it\nrequired_files: [a.txt]\n');
    const run = await mizan('contract', 'new', '--file', 'a.yaml', '--task', 't9', '--json');
    expect(JSON.parse(run.out)).toMatchObject({
      task_id: 't9',
      agent_id: 'bot',
      level: 'supervised',
      shell_gate_id: null,
    });
  });

  it.each([
    [['--run-tests', 'a && b'], 'run_tests, character 3', 'command-needs-shell'],
    [['--required-file', '../x'], 'required_files.0', 'path-leaves-tree'],
    [['--timeout', 'soon'], 'timeout_seconds', 'contract-invalid'],
    [['--file', 'nowhere.json'], 'nowhere.json', 'contract-file-unreadable'],
  ])('refuses %j with exit code 2, the field and nothing written', async (words, place, code) => {
    const { mizan, path } = home();
    const run = await mizan('contract', 'new', ...least, ...words);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.error).toContain(`mizan: ${place}: `);
    expect(run.error).toContain(`(${code})`);
    const reader = expectValue(openLedgerForReading(path));
    expect(reader.page({ filter: { type: 'contract.issued' }, limit: 1, direction: 'ascending' }).events).toEqual([]);
    reader.close();
  });
});

describe('mizan report, contract verify, agents', () => {
  it('records, verifies in place, scores once and shows it', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    const { mizan } = home(folder);
    await mizan('contract', 'new', ...least, '--required-file', 'a.txt');
    expect((await mizan('report', 't1', '--status', 'great')).error).toContain('status-unknown');
    expect((await mizan('contract', 'verify', 't1')).error).toContain('report-missing');
    expect(await mizan('report', 't1', '--status', 'SUCCESS')).toMatchObject({ code: 0 });
    expect(JSON.parse((await mizan('agents', 'list', '--json')).out)[0]).toMatchObject({
      reputation: 0.5,
      verified: 0,
    });
    const verified = await mizan('contract', 'verify', 't1', '--in', '.', '--json');
    expect(verified.code).toBe(0);
    expect(JSON.parse(verified.out)).toMatchObject({
      outcome: 'verified',
      score: 1,
      gates: { files: 'passed', tests: 'skipped' },
    });
    expect((await mizan('contract', 'verify', 't1', '--in', '.')).error).toContain('task-already-scored');
    expect(Object.keys(JSON.parse((await mizan('agents', 'list', '--json')).out)[0])).toEqual(
      expect.arrayContaining([
        ...[
          'agent_id',
          'reputation',
          'level',
          'tasks',
          'verified',
          'hallucinated',
          'blocked',
          'failures',
          'inconclusive',
        ],
      ]),
    );
    expect((await mizan('agents', 'show', 'bot')).out).toMatch(/t1 +verified +1 +0\.650 +standard/);
    expect(await mizan('agents', 'show', 'nobody')).toMatchObject({ code: 2 });
    expect((await mizan('contract', 'show', 't1')).out).toContain('Score 1, reputation 0.500 to 0.650');
  });

  it('ends with 1 on a lie', async () => {
    const { mizan } = home(folderWith({}));
    await mizan('contract', 'new', ...least, '--required-file', 'a.txt');
    await mizan('report', 't1', '--status', 'success');
    const run = await mizan('contract', 'verify', 't1', '--in', '.');
    expect(run.code).toBe(1);
    expect(run.out).toContain('hallucinated: score -1, reputation 0.500 to 0.050 (supervised to suspended)');
    expect((await mizan('contract', 'new', '--agent', 'bot', '--objective', 'More')).error).toContain(
      'agent-suspended',
    );
    expect((await mizan('agents', 'probation', 'bot')).out).toContain('mizan gate show gate-');
  });
});

describe('mizan contract run', () => {
  it('streams the agent, weighs what it left and lands nothing that waits', async () => {
    const folder = await repositoryWith({ 'a.txt': 'old\n' });
    const { mizan } = home(folder);
    await mizan('contract', 'new', ...least, '--required-file', 'a.txt');
    const report = 'cat > prompt.txt; echo at work; printf \'```json\\n{"status": "success"}\\n```\\n\'';
    const run = await mizan('contract', 'run', 't1', '--', 'sh', '-c', report);
    expect(run.code).toBe(0);
    expect(run.out).toContain('at work\n');
    expect(run.out).toContain('verified: score +1');
    expect(run.out).toContain('Waits for a person: mizan gate show gate-');
    expect(run.error).toContain('checking required files');
    expect(existsSync(join(folder, 'prompt.txt'))).toBe(false);
    expect(await mizan('contract', 'land', 't1')).toMatchObject({ code: 2 });
  });

  it('keeps what is known and leaves nothing behind when it is interrupted', async () => {
    const folder = await repositoryWith({ 'a.txt': 'old\n' });
    const { mizan, environment, path } = home(folder);
    await mizan('contract', 'new', ...least, '--required-file', 'a.txt');
    const main = join(import.meta.dirname, '../../../core/cli/main.ts');
    const agent = 'echo half > a.txt; echo begun; (setsid sleep 88.8 &); sleep 88.8';
    const temporary = temporaryFolder();
    const child = spawn(process.execPath, [main, 'contract', 'run', 't1', '--', 'sh', '-c', agent], {
      cwd: folder,
      env: { ...process.env, ...environment, TMPDIR: temporary },
    });
    child.stdout.once('data', () => child.kill('SIGINT'));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(2);
    const reader = expectValue(openLedgerForReading(path));
    const events = reader.page({ filter: { type: 'work.' }, limit: 10, direction: 'ascending' }).events;
    reader.close();
    expect(events.map(({ type }) => type)).toEqual(['work.cancelled']);
    expect(events[0]?.payloads.map(({ name }) => name).sort()).toEqual(['diff', 'transcript']);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old\n');
    expect(readdirSync(temporary)).toEqual([]);
    expect((await mizan('contract', 'show', 't1', '--json')).out).toContain('"outcome": "issued"');
  });
});
