import { describe, expect, it } from 'vitest';
import type { Role } from '../../../core/api/index.ts';
import { enrolReviewer, gateProjection, listReviewers, rosterOf, vouchingRole } from '../../../core/review/index.ts';
import { newSigner } from '../../fixture/gates.ts';
import { expectProblem, expectValue, temporaryLedger } from '../../fixture/ledger.ts';

const reviewer = (reviewerId: string, role: Role) => ({ reviewerId, name: `Name of ${reviewerId}`, role });

function blankLedger() {
  return temporaryLedger({ projections: [gateProjection] });
}

describe('enrolment', () => {
  it('trusts the first key on first use and says so', () => {
    const ledger = blankLedger();
    const { seq } = expectValue(enrolReviewer(ledger, reviewer('sam', 'PARTNER'), newSigner('sam'), null));
    expect(expectValue(ledger.event(seq))).toMatchObject({
      type: 'reviewer.enrolled',
      subject: 'reviewer:sam',
      actor: { kind: 'human', id: 'sam' },
      data: { trust: 'first-use', authority: null, statement: { role: 'PARTNER', signed_by: null } },
    });
  });

  it('needs an ADMIN for the next one', () => {
    const ledger = blankLedger();
    const [root, kim] = [newSigner('root'), newSigner('kim')];
    expectValue(enrolReviewer(ledger, reviewer('root', 'ADMIN'), root, null));
    expectValue(enrolReviewer(ledger, reviewer('kim', 'PARTNER'), kim, root));
    const lee = newSigner('lee');
    for (const voucher of [null, kim, newSigner('stranger')]) {
      const problem = expectProblem(enrolReviewer(ledger, reviewer('lee', 'ANALYST'), lee, voucher));
      expect(problem.code).toBe('enrolment-needs-voucher');
      expect(problem.message).toContain('ADMIN');
    }
    const impostor = newSigner('root');
    const problem = expectProblem(enrolReviewer(ledger, reviewer('lee', 'ANALYST'), lee, impostor));
    expect(problem.code).toBe('signature-invalid');
  });

  it('takes the highest deciding role while there is no ADMIN', () => {
    const ledger = blankLedger();
    const [ann, sam] = [newSigner('ann'), newSigner('sam')];
    expectValue(enrolReviewer(ledger, reviewer('ann', 'AUDITOR'), ann, null));
    expect(vouchingRole(expectValue(rosterOf(ledger)))).toBeNull();
    expectValue(enrolReviewer(ledger, reviewer('sam', 'PARTNER'), sam, null));
    expect(vouchingRole(expectValue(rosterOf(ledger)))).toBe('PARTNER');
    const root = reviewer('root', 'ADMIN');
    expect(expectProblem(enrolReviewer(ledger, root, newSigner('root'), ann)).code).toBe('enrolment-needs-voucher');
    expectValue(enrolReviewer(ledger, root, newSigner('root'), sam));
    expect(vouchingRole(expectValue(rosterOf(ledger)))).toBe('ADMIN');
  });

  it('refuses an id that reads like an enrolled one', () => {
    const ledger = blankLedger();
    const root = newSigner('root');
    expectValue(enrolReviewer(ledger, reviewer('root', 'ADMIN'), root, null));
    const problem = expectProblem(enrolReviewer(ledger, reviewer('Root', 'ADMIN'), newSigner('Root'), root));
    expect(problem.code).toBe('reviewer-id-confusable');
  });

  it('changes role and key with the signature of an ADMIN, and refuses what changes nothing', () => {
    const ledger = blankLedger();
    const [root, kim, newKim] = [newSigner('root'), newSigner('kim'), newSigner('kim')];
    expectValue(enrolReviewer(ledger, reviewer('root', 'ADMIN'), root, null));
    expectValue(enrolReviewer(ledger, reviewer('kim', 'ANALYST'), kim, root));
    expect(expectProblem(enrolReviewer(ledger, reviewer('kim', 'ANALYST'), kim, root)).code).toBe('reviewer-exists');
    expectValue(enrolReviewer(ledger, reviewer('kim', 'PARTNER'), newKim, root));
    const held = [{ reviewerId: 'kim', publicKey: newKim.publicKey, protection: 'passphrase-file' as const }];
    expect(expectValue(listReviewers(ledger, held))).toEqual([
      { reviewerId: 'kim', name: 'Name of kim', role: 'PARTNER', key: 'passphrase-file' },
      { reviewerId: 'root', name: 'Name of root', role: 'ADMIN', key: 'elsewhere' },
    ]);
  });

  it('does not count an enrolment copied from another ledger', () => {
    const [ledger, other] = [blankLedger(), blankLedger()];
    const { seq } = expectValue(enrolReviewer(other, reviewer('sam', 'ADMIN'), newSigner('sam'), null));
    const { type, actor, subject, data } = expectValue(other.event(seq));
    expectValue(ledger.append([{ type, actor, subject, data }]));
    expect(expectValue(rosterOf(ledger)).size).toBe(0);
  });
});
