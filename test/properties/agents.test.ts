import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateNames } from '../../core/contracts/gate-record.ts';
import {
  assessClaim,
  draftIssue,
  draftOutcome,
  draftReport,
  listWork,
  reportFrom,
  withoutVerification,
} from '../../core/contracts/index.ts';
import { rebuildProjections } from '../../core/ledger/index.ts';
import { listAgents, standingOf } from '../../core/reputation/index.ts';
import { systemClock, systemRandom } from '../../core/world/index.ts';
import { expectValue, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';
import { contractOf, workProjections } from '../fixture/work.ts';

const system = { kind: 'system', id: 'mizan' } as const;
const endings = [
  'verified',
  'failed',
  'inconclusive',
  'inconclusive-then-verified',
  'blocked',
  'failure',
  'open',
] as const;
type Ending = (typeof endings)[number];

function claim(verdict: 'verified' | 'failed' | 'inconclusive') {
  const gates = gateNames.map((gate) => ({
    ...{ gate, outcome: 'skipped' as const, reason: 'test', duration_ms: null, tool: null, output: null, marks: [] },
  }));
  const gateFailed = verdict === 'failed' ? ('tests' as const) : null;
  return assessClaim({ verdict, gateFailed, gates, outputs: [], dimensions: null, sandbox: null, unsandboxed: false });
}

function assessmentsOf(ending: Ending) {
  switch (ending) {
    case 'open':
      return [];
    case 'inconclusive-then-verified':
      return [claim('inconclusive'), claim('verified')];
    case 'blocked':
      return [withoutVerification(reportFrom({ status: 'blocked', need: 'a key' }))];
    case 'failure':
      return [withoutVerification(reportFrom({ status: 'failure' }))];
    default:
      return [claim(ending)];
  }
}

const work = fc.record({ agent: fc.constantFrom('a', 'b', 'c'), ending: fc.constantFrom(...endings) });

describe('the views of agents and work', () => {
  it('count every piece of work once, and are the same when they are made again', () => {
    fc.assert(
      fc.property(fc.array(work, { maxLength: 12 }), (pieces) => {
        const path = join(temporaryFolder(), 'a.mizan');
        const ledger = temporaryLedger({ path, projections: workProjections });
        for (const [index, { agent, ending }] of pieces.entries()) {
          const contract = contractOf({ task_id: `t${index}`, agent_id: agent });
          const ids = { taskId: contract.task_id, agentId: agent };
          const more = { title: 'Do it', derived: false, source: null, shell_gate_id: null };
          expectValue(ledger.append([draftIssue(system, contract, standingOf(ledger, agent), more)]));
          for (const [round, assessment] of assessmentsOf(ending).entries()) {
            const delivery = {
              ...ids,
              report: reportFrom({ status: 'success' }),
              via: 'api' as const,
              transcript: null,
            };
            const known = {
              ...ids,
              title: 'Do it',
              contract,
              diff: null,
              diffIsNew: false,
              assessment,
              derived: false,
            };
            const standing = standingOf(ledger, agent);
            const outcome = expectValue(draftOutcome(system, { ...known, wasInconclusive: round > 0 }, standing));
            const report = draftReport({ ...delivery, diff: null, facts: [], derived: false });
            expectValue(ledger.append([report, ...outcome.events]));
            expect(standingOf(ledger, agent).reputation).toBe(outcome.after.reputation);
          }
        }
        const { rows } = expectValue(listWork(ledger, { cursor: null, limit: 500 }));
        for (const agent of listAgents(ledger)) {
          const count = (outcome: string) =>
            rows.filter((row) => row.agentId === agent.agentId && row.outcome === outcome).length;
          expect(agent).toMatchObject({
            tasks: pieces.filter((piece) => piece.agent === agent.agentId).length,
            verified: count('verified'),
            hallucinated: count('hallucinated'),
            blocked: count('blocked'),
            failures: count('failed'),
            inconclusive: count('inconclusive'),
          });
        }
        ledger.close();
        const options = { projections: workProjections, clock: systemClock, random: systemRandom };
        const rebuild = rebuildProjections(path, options);
        let step = rebuild.next();
        while (!step.done) step = rebuild.next();
        expect(expectValue(step.value).differing).toEqual([]);
      }),
      { numRuns: process.env.MIZAN_LONG === '1' ? 300 : 15 },
    );
  });
});
