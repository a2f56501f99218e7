import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addGateCommands } from '../../../core/cli/gate.ts';
import { addReviewerCommands } from '../../../core/cli/reviewer.ts';
import { openWorkingLedger } from '../../../core/working-ledger/index.ts';
import { systemRandom } from '../../../core/world/index.ts';
import { type CliRun, runCli, type TestWorld } from '../../fixture/cli.ts';
import { openGate } from '../../fixture/gates.ts';
import { expectValue, type HandClock, handClock, temporaryFolder } from '../../fixture/ledger.ts';

const rootPassphrase = 'root passphrase';
const samPassphrase = 'sam passphrase';

/** A person's home and an empty place for a ledger. */
function home() {
  const folder = temporaryFolder();
  const path = join(folder, 'ledger.mizan');
  const clock: HandClock = handClock();
  const environment = { XDG_CONFIG_HOME: join(folder, 'config'), MIZAN_LEDGER: path };
  const mizan = (words: readonly string[], change: Partial<TestWorld> = {}): Promise<CliRun> =>
    runCli(
      {
        workingFolder: folder,
        clock,
        ...change,
        environment: { ...environment, ...change.environment },
      },
      async (context, prompt) => {
        const program = new Command('mizan').exitOverride();
        addGateCommands(program, context, prompt);
        addReviewerCommands(program, context, prompt);
        await program.parseAsync([...words], { from: 'user' });
      },
    );
  return { folder, path, clock, mizan, configFolder: join(folder, 'config', 'mizan') };
}

/** `sam` is ANALYST, and one gate waits. */
async function officeWithGate() {
  const office = home();
  const { mizan, path, clock } = office;
  await mizan(['reviewer', 'add', 'sam', '--name', 'Sam', '--role', 'ANALYST'], {
    environment: { MIZAN_PASSPHRASE: samPassphrase },
  });
  const ledger = expectValue(
    openWorkingLedger(path, { clock, random: systemRandom, configFolder: office.configFolder }),
  );
  onTestFinished(() => ledger.close());
  const title = 'agent-1 wants to \u001b[2Jland\u202e';
  return { ...office, gate: openGate(ledger, clock, { title, expiresAt: clock.now() + 60_000 }), ledger };
}

describe('mizan reviewer', () => {
  it('enrols the first on first use, asking twice for the passphrase, and shows who there is', async () => {
    const { mizan } = home();
    const words = ['reviewer', 'add', 'sam', '--name', 'Sam', '--role', 'PARTNER'];
    const added = await mizan(words, { typed: [samPassphrase, samPassphrase] });
    expect(added).toMatchObject({ code: 0 });
    expect(added.out).toContain('sam is enrolled as PARTNER, trusted on first use');
    const shown = await mizan(['reviewer', 'list', '--json']);
    expect(JSON.parse(shown.out)).toEqual({
      reviewers: [{ reviewer_id: 'sam', name: 'Sam', role: 'PARTNER', key: 'passphrase-file' }],
    });
  });

  it('makes nothing when the passphrases differ or the id is unusable', async () => {
    const { mizan, path } = home();
    const words = (id: string) => ['reviewer', 'add', id, '--name', 'Sam', '--role', 'PARTNER'];
    const differing = await mizan(words('sam'), { typed: [samPassphrase, 'another one'] });
    expect(differing).toMatchObject({ code: 2 });
    expect(differing.error).toContain('(passphrases-differ)');
    expect((await mizan(words(' sam'), { typed: [samPassphrase] })).error).toContain('(reviewer-id-invalid)');
    expect(existsSync(path)).toBe(false);
  });

  it('wants an ADMIN for the second', async () => {
    const { mizan } = home();
    const environment = { MIZAN_PASSPHRASE: rootPassphrase };
    await mizan(['reviewer', 'add', 'root', '--name', 'Root', '--role', 'ADMIN'], { environment });
    const words = ['reviewer', 'add', 'kim', '--name', 'Kim', '--role', 'ADMIN'];
    const refused = await mizan(words, { environment });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.error).toContain('add --as ID (enrolment-needs-voucher)');
    const signed = await mizan([...words, '--as', 'root'], { typed: [samPassphrase, samPassphrase, rootPassphrase] });
    expect(signed.out).toContain('kim is enrolled as ADMIN, signed by root');
  });
});

describe('mizan gate', () => {
  it('shows what waits, with nothing in it that could move the cursor', async () => {
    const { mizan, gate } = await officeWithGate();
    const listed = await mizan(['gate', 'list']);
    const shown = await mizan(['gate', 'show', gate.gateId]);
    for (const { out } of [listed, shown]) {
      expect(out).toContain('agent-1 wants to \\u{1b}[2Jland\\u{202e}');
      expect([out.includes('\u001b'), out.includes('\u202e')]).toEqual([false, false]);
    }
    expect(shown.out).toContain(`digest ${gate.digest}`);
    const [row] = JSON.parse((await mizan(['gate', 'list', '--json'])).out).gates;
    expect(row).toMatchObject({ gate_id: gate.gateId, state: 'pending', required_role: 'ANALYST' });
  });

  it('approves what was shown when the person says yes', async () => {
    const { mizan, gate } = await officeWithGate();
    const run = await mizan(['gate', 'approve', gate.gateId, '--as', 'sam'], { typed: ['yes', samPassphrase] });
    expect(run).toMatchObject({ code: 0 });
    expect(run.out.indexOf(gate.digest)).toBeGreaterThan(0);
    expect(run.out).toContain(
      `“agent-1 wants to \\u{1b}[2Jland\\u{202e}” (${gate.gateId}) is approved. The decision is event`,
    );
    expect((await mizan(['gate', 'list'])).out).toBe('Nothing waits for a person.\n');
  });

  it('decides nothing without the digest that was shown', async () => {
    const { mizan, gate, ledger } = await officeWithGate();
    const environment = { MIZAN_PASSPHRASE: samPassphrase };
    const size = ledger.size();
    const words = ['gate', 'approve', gate.gateId, '--as', 'sam'];
    expect((await mizan(words, { environment })).error).toContain('(digest-needed)');
    expect((await mizan(words, { environment, typed: ['y'] })).error).toContain('(digest-needed)');
    expect(ledger.size()).toBe(size);
    const wrong = await mizan([...words, '--digest', `sha256:${'0'.repeat(64)}`], { environment });
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.error).toContain('(wrong-digest)');
    expect(wrong.error).not.toContain(gate.digest);
  });

  it('rejects with a reason, by a script', async () => {
    const { folder, mizan, gate } = await officeWithGate();
    writeFileSync(join(folder, 'secret'), `${samPassphrase}\n`);
    const words = ['gate', 'reject', gate.gateId, '--as', 'sam', '--digest', gate.digest];
    const run = await mizan([...words, '--reason', 'no tests', '--passphrase-file', 'secret']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.out).toContain('is rejected');
    expect(await mizan(['gate', 'verify'])).toMatchObject({ code: 0, out: '1 decisions hold, 0 do not\n' });
  });

  it('has its own words for an unknown reviewer, a wrong passphrase, an unknown and an expired gate', async () => {
    const { mizan, gate, clock } = await officeWithGate();
    const approve = (id: string, as: string, passphrase: string) =>
      mizan(['gate', 'approve', id, '--as', as, '--digest', gate.digest], {
        environment: { MIZAN_PASSPHRASE: passphrase },
      });
    expect((await approve(gate.gateId, 'nobody', samPassphrase)).error).toContain('(unknown-reviewer)');
    expect((await approve('gate-none', 'sam', samPassphrase)).error).toContain('(unknown-gate)');
    const wrong = await approve(gate.gateId, 'sam', rootPassphrase);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.error).toContain('The passphrase does not open this key');
    clock.advance(60_000);
    const late = await approve(gate.gateId, 'sam', samPassphrase);
    expect(late).toMatchObject({ code: 2 });
    expect(late.error).toContain('The gate expired at 2026-01-02T03:05:05.000Z');
  });

  it('says that a ledger is missing', async () => {
    const { mizan } = home();
    const run = await mizan(['gate', 'list']);
    expect(run).toMatchObject({ code: 2 });
    expect(run.error).toContain('(ledger-not-found)');
  });
});
