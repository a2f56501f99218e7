import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ApiEvent } from '../../../core/api/index.ts';
import { requestGate } from '../../../core/review/index.ts';
import { systemRandom } from '../../../core/world/index.ts';
import { gateDraft } from '../../fixture/gates.ts';
import { type TestHost, testHost } from '../../fixture/host.ts';
import { expectProblem, expectValue, handClock, noteDraft } from '../../fixture/ledger.ts';
import { olderLedgerFile } from '../../fixture/older-ledger.ts';
import { tamper } from '../../fixture/tamper.ts';

const passphrase = 'correct horse';
const partner = { reviewerId: 'sam', name: 'Sam', role: 'PARTNER', passphrase } as const;

async function setUp(change: Parameters<typeof testHost>[0] = {}): Promise<TestHost> {
  const made = await testHost(change);
  onTestFinished(() => made.close());
  return made;
}

async function setUpOpen(change: Parameters<typeof testHost>[0] = {}): Promise<TestHost> {
  const made = await setUp(change);
  expectValue(await made.host.begin(made.ledgerPath));
  return made;
}

/** A gate that another process opened. */
function openGate(made: TestHost, change: Parameters<typeof gateDraft>[0] = {}) {
  const clock = handClock(Date.now());
  const { gateId, event } = requestGate(gateDraft(change), { clock, random: systemRandom });
  expectValue(made.otherProcess().append([event]));
  return gateId;
}

/** How many migrations a ledger has seen. */
function schemaOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  try {
    return database.pragma('user_version', { simple: true });
  } finally {
    database.close();
  }
}

describe('ledgers', () => {
  test('before one is open, every view says so', async () => {
    const made = await setUp();
    const session = expectValue(await made.ask('session.get', {}));
    expect(session).toMatchObject({ workspace: null, recent: [], reviewer: null, canChooseFile: false });
    expect(expectProblem(await made.ask('work.list', {})).code).toBe('no-ledger-open');
    expect(expectProblem(await made.ask('ledger.status', {})).code).toBe('no-ledger-open');
  });

  test('opens one, remembers it, and opens it again at the next start', async () => {
    const made = await setUp();
    const session = expectValue(await made.ask('workspace.open', { path: made.ledgerPath }));
    expect(session.workspace).toEqual({ path: made.ledgerPath, name: 'test', sample: false });
    expect(session.recent).toEqual([{ path: made.ledgerPath, name: 'test' }]);
    expect(made.told).toContainEqual({ type: 'session.changed' });
    expectValue(await made.ask('workspace.close', {}));
    expect(expectValue(await made.ask('session.get', {})).workspace).toBeNull();
    expectValue(await made.host.begin(null));
    expect(expectValue(await made.ask('session.get', {})).workspace?.path).toBe(made.ledgerPath);
  });

  test('keeps the open ledger when another cannot be opened, and leaves no file behind', async () => {
    const made = await setUpOpen();
    const missing = join(made.folder, 'missing.mizan');
    expect(expectProblem(await made.ask('workspace.open', { path: missing })).code).toBe('ledger-not-found');
    expect(existsSync(missing)).toBe(false);
    writeFileSync(missing, 'no ledger');
    expect(expectProblem(await made.ask('workspace.open', { path: missing })).code).toBe('ledger-not-a-ledger');
    expect(expectProblem(await made.ask('workspace.open', { path: 'test.mizan' })).code).toBe('path-not-whole');
    expect(expectValue(await made.ask('session.get', {})).workspace?.path).toBe(made.ledgerPath);
  });

  test('says what is wrong with the ledger that was asked for, and only logs it for the one of last time', async () => {
    const made = await setUpOpen();
    expectValue(await made.ask('workspace.close', {}));
    writeFileSync(made.ledgerPath, 'no ledger any more');
    expect(expectProblem(await made.host.begin(made.ledgerPath)).code).toBe('ledger-not-a-ledger');
    expect(made.logged).toEqual([]);
    expectValue(await made.host.begin(null));
    expect(made.logged).toHaveLength(1);
  });

  test('tells of an older ledger that it is brought up to date, before that begins and once', async () => {
    const made = await setUp();
    const path = olderLedgerFile('0010');
    const versions: unknown[] = [];
    let othersHadTheirTurn = false;
    made.host.subscribe(({ type }) => {
      if (type === 'job.progress') setImmediate(() => (othersHadTheirTurn = true));
      if (type === 'job.progress' || type === 'job.finished') versions.push(schemaOf(path), othersHadTheirTurn);
    });
    expect(expectValue(await made.ask('workspace.open', { path })).workspace?.path).toBe(path);
    const label = 'test.mizan is of an older Mizan: it is brought up to date, once';
    const [first, last] = made.told.filter(({ type }) => type.startsWith('job.'));
    expect(first).toMatchObject({ type: 'job.progress', label, total: 0, cancellable: false });
    expect(last).toMatchObject({ type: 'job.finished', outcome: 'done', message: 'test is up to date' });
    expect(versions).toStrictEqual([9, false, schemaOf(made.ledgerPath), true]);
    expect(made.logged).toStrictEqual([label]);
    made.told.length = 0;
    expectValue(await made.ask('workspace.open', { path }));
    expect(made.told.filter(({ type }) => type.startsWith('job.'))).toStrictEqual([]);
  });

  test('asks with the dialog where there is one', async () => {
    const without = await setUp();
    expect(expectProblem(await without.ask('workspace.choose', {})).code).toBe('no-file-dialog');
    const cancelled = await setUp({ chooseFile: async () => null });
    expect(expectValue(await cancelled.ask('workspace.choose', {}))).toBeNull();
    const chosen = await setUp({ chooseFile: async (folder) => join(folder, 'test.mizan') });
    expect(expectValue(await chosen.ask('workspace.choose', {}))?.workspace?.path).toBe(chosen.ledgerPath);
  });
});

describe('news', () => {
  test('tells what another process appended, once', async () => {
    const made = await setUpOpen();
    made.told.length = 0;
    const gateId = openGate(made);
    made.tick();
    made.tick();
    const { root } = expectValue(await made.ask('ledger.status', {}));
    expect(made.told).toEqual([
      { type: 'ledger.appended', events: 2, root },
      { type: 'gate.opened', gateId, title: gateDraft().title },
    ]);
  });

  test('records a gate whose time is up, and says so', async () => {
    const clock = handClock(Date.now());
    const made = await setUpOpen({ clock });
    const gateId = openGate(made, { expiresAt: clock.now() + 60_000 });
    clock.advance(61_000);
    made.tick();
    made.tick();
    expect(made.told).toContainEqual({ type: 'gate.decided', gateId, title: gateDraft().title, state: 'expired' });
  });
});

describe('reviewers and decisions', () => {
  test('nobody decides while no key is unlocked', async () => {
    const made = await setUpOpen();
    const gateId = openGate(made);
    const briefing = expectValue(await made.ask('gates.get', { gateId }));
    const { digest } = briefing.action;
    const decide = () => made.ask('gates.decide', { gateId, verb: 'approve', digest, sectionsSeen: ['summary'] });
    expect(expectProblem(await decide()).code).toBe('reviewer-locked');
    expectValue(await made.ask('reviewer.enroll', partner));
    expectValue(await made.ask('reviewer.lock', {}));
    expect(expectProblem(await decide()).code).toBe('reviewer-locked');
  });

  test('an unlocked reviewer decides what was shown: signed, in the tree, under a checkpoint', async () => {
    const made = await setUpOpen();
    const gateId = openGate(made);
    const session = expectValue(await made.ask('reviewer.enroll', partner));
    expect(session.reviewer).toEqual({ reviewerId: 'sam', name: 'Sam', role: 'PARTNER', key: 'passphrase-file' });
    const { action } = expectValue(await made.ask('gates.get', { gateId }));
    const decided = expectValue(
      await made.ask('gates.decide', { gateId, verb: 'approve', digest: action.digest, sectionsSeen: ['action'] }),
    );
    expect(decided.row).toMatchObject({ state: 'approved', decidedBy: 'sam' });
    expect(made.told).toContainEqual({ type: 'gate.decided', gateId, title: gateDraft().title, state: 'approved' });

    const event = expectValue(await made.ask('ledger.event', { seq: decided.seq }));
    expect(event.signatures).toEqual([{ signer: 'sam', algorithm: 'ed25519', valid: true }]);
    expect(event.proof.verified).toBe(true);
    expect(event.row.summary).toBe(`sam (PARTNER) chose to approve “${gateDraft().title}”`);
    expect(event.checkpoint?.treeSize).toBe(decided.seq + 1);
    const status = expectValue(await made.ask('ledger.status', {}));
    expect(status).toMatchObject({ events: decided.seq + 1, gatesWaiting: 0, sample: false, lastAudit: null });
  });

  test('another digest than the one on screen is refused, and the attempt is in the ledger', async () => {
    const made = await setUpOpen();
    const gateId = openGate(made);
    expectValue(await made.ask('reviewer.enroll', partner));
    const digest = `sha256:${'0'.repeat(64)}`;
    const refused = await made.ask('gates.decide', { gateId, verb: 'approve', digest, sectionsSeen: [] });
    expect(expectProblem(refused).code).toBe('wrong-digest');
    const events = expectValue(await made.ask('ledger.events', { filter: { type: 'gate.refused' } }));
    expect(events.total).toBe(1);
  });

  test('a key opens with its passphrase only, and another ledger locks it', async () => {
    const made = await setUpOpen();
    expectValue(await made.ask('reviewer.enroll', partner));
    expectValue(await made.ask('reviewer.lock', {}));
    const unlock = (reviewerId: string, word: string) => made.ask('reviewer.unlock', { reviewerId, passphrase: word });
    expect(expectProblem(await unlock('sam', 'wrong horse')).code).toBe('wrong-passphrase');
    expect(expectProblem(await unlock('mallory', passphrase)).code).toBe('reviewer-not-enrolled');
    expect(expectValue(await unlock('sam', passphrase)).reviewer?.reviewerId).toBe('sam');
    expect(expectValue(await made.ask('workspace.open', { path: made.ledgerPath })).reviewer).toBeNull();
  });

  test('one key is opened at a time', async () => {
    const made = await setUpOpen();
    const [first, second] = await Promise.all([
      made.ask('reviewer.enroll', partner),
      made.ask('reviewer.enroll', { ...partner, reviewerId: 'pat' }),
    ]);
    expect(first.ok).toBe(true);
    expect(expectProblem(second).code).toBe('key-work-running');
  });

  test('who enrols a colleague stays who they are', async () => {
    const made = await setUpOpen();
    expectValue(await made.ask('reviewer.enroll', { ...partner, role: 'ADMIN' }));
    const session = expectValue(await made.ask('reviewer.enroll', { ...partner, reviewerId: 'pat', name: 'Pat' }));
    expect(session.reviewer?.reviewerId).toBe('sam');
    expect(session.reviewers.map(({ reviewerId }) => reviewerId)).toEqual(['pat', 'sam']);
  });

  test('a key locks itself after 30 minutes without a command', async () => {
    const clock = handClock(Date.now());
    const made = await setUpOpen({ clock });
    expectValue(await made.ask('reviewer.enroll', partner));
    clock.advance(29 * 60_000);
    expectValue(await made.ask('ledger.checkpoint', {}));
    clock.advance(29 * 60_000);
    made.tick();
    expect(expectValue(await made.ask('session.get', {})).reviewer?.reviewerId).toBe('sam');
    clock.advance(60_000);
    made.told.length = 0;
    made.tick();
    expect(made.told).toContainEqual({ type: 'session.changed' });
    expect(expectValue(await made.ask('session.get', {})).reviewer).toBeNull();
  });
});

describe('audits', () => {
  function endOfJob(made: TestHost): Promise<Extract<ApiEvent, { type: 'job.finished' }>> {
    return new Promise((resolve) => {
      made.host.subscribe((event) => {
        if (event.type === 'job.finished') resolve(event);
      });
    });
  }

  test('an untouched ledger holds, under the checkpoint of this user, and the status remembers it', async () => {
    const made = await setUpOpen();
    expectValue(await made.ask('ledger.checkpoint', {}));
    const ended = endOfJob(made);
    const { jobId } = expectValue(await made.ask('ledger.audit', {}));
    const finished = await ended;
    expect(finished).toMatchObject({ jobId, outcome: 'done', audit: { ok: true, events: 1, signedEvents: 1 } });
    expect(finished.message).toBe('Audited 1 event: all hold, 1 under a signed checkpoint');
    expect(expectValue(await made.ask('ledger.status', {})).lastAudit).toEqual(finished.audit);
  });

  test('a ledger that somebody else signed holds, and says that no signature was checked', async () => {
    const made = await setUpOpen();
    expectValue(await made.ask('ledger.checkpoint', {}));
    rmSync(join(made.folder, 'config', 'checkpoint-key.pem'));
    const ended = endOfJob(made);
    expectValue(await made.ask('ledger.audit', {}));
    expect((await ended).audit).toMatchObject({ ok: true, signedEvents: 0 });
  });

  test('a rewritten event is named', async () => {
    const made = await setUpOpen();
    expectValue(made.otherProcess().append([noteDraft('paid 10')]));
    const rewrite = `UPDATE event SET canonical = CAST(replace(CAST(canonical AS TEXT), 'paid 10', 'paid 99') AS BLOB)`;
    tamper(made.ledgerPath, (database) => database.exec(rewrite));
    const ended = endOfJob(made);
    expectValue(await made.ask('ledger.audit', {}));
    expect(await ended).toMatchObject({ outcome: 'done', audit: { ok: false, firstBad: { seq: 1 } } });
    expect((await ended).message).toContain('something does not hold');
  });

  test('can be cancelled', async () => {
    const made = await setUpOpen();
    const ended = endOfJob(made);
    const { jobId } = expectValue(await made.ask('ledger.audit', {}));
    expect(expectValue(await made.ask('jobs.cancel', { jobId }))).toEqual({ cancelled: true });
    expect(await ended).toMatchObject({ outcome: 'cancelled', message: 'The audit was cancelled', audit: null });
    expect(expectValue(await made.ask('jobs.cancel', { jobId }))).toEqual({ cancelled: false });
  });
});

describe('bugs', () => {
  test('become a number for the person and a stack for the log', async () => {
    const made = await setUp({
      chooseFile: async () => {
        throw new Error('secret detail');
      },
    });
    const problem = expectProblem(await made.ask('workspace.choose', {}));
    expect(problem.code).toBe('internal-error');
    expect(problem.message).toContain(problem.place);
    expect(JSON.stringify(problem)).not.toContain('secret detail');
    expect(made.logged).toHaveLength(1);
    expect(made.logged[0]).toContain('secret detail');
    expect(made.logged[0]).toContain(problem.place);
  });

  test('a request that is none does not throw', async () => {
    const made = await setUp();
    for (const raw of [undefined, null, 7, 'x', [], {}, { name: 'session.get' }]) {
      expect(await made.host.handle(raw)).toMatchObject({ ok: false });
    }
    expect(made.logged).toEqual([]);
  });
});

test('a request that is under way keeps its ledger when the ledger is closed or the program ends', async () => {
  const made = await setUpOpen();
  const gateId = openGate(made);
  const [briefing, closed] = await Promise.all([made.ask('gates.get', { gateId }), made.ask('workspace.close', {})]);
  expect(briefing.ok).toBe(true);
  expect(closed.ok).toBe(true);
  expectValue(await made.host.begin(made.ledgerPath));
  const late = made.ask('gates.get', { gateId });
  await made.host.close();
  expect((await late).ok).toBe(true);
  expect(made.logged).toEqual([]);
});

test('after close nothing is told any more', async () => {
  const made = await setUpOpen();
  await made.host.close();
  made.told.length = 0;
  expectValue(made.otherProcess().append([noteDraft('late')]));
  made.tick();
  expect(made.told).toEqual([]);
});
