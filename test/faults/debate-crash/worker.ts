/** Holds a debate, and kills this very process right after the given append, wherever in a turn that is. */
import { Debates, readCaseFile, rulePlayer } from '../../../core/debate/index.ts';
import { type Ledger, openLedger } from '../../../core/ledger/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { systemRandom } from '../../../core/world/index.ts';

const [ledgerPath = '', casePath = '', debateId = '', killAt = ''] = process.argv.slice(2);
// Whoever goes on comes a minute later: the lease of the one that died is over by then.
let now = Date.UTC(2026, 0, 2, 3, 4, 5);
const clock = { now: () => now };

function dying(ledger: Ledger, at: number): Ledger {
  let appends = 0;
  const counted = <T>(result: T): T => {
    appends += 1;
    if (appends === at) process.kill(process.pid, 'SIGKILL');
    return result;
  };
  return new Proxy(ledger, {
    get: (target, name) => {
      if (name === 'append') return (...args: Parameters<Ledger['append']>) => counted(target.append(...args));
      if (name === 'appendDecided') {
        return (...args: Parameters<Ledger['appendDecided']>) => counted(target.appendDecided(...args));
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

const read = await readCaseFile(casePath);
const opened = openLedger(ledgerPath, { projections, clock, random: systemRandom, create: true });
if (!read.ok || !opened.ok) throw new Error('the case or the ledger cannot be opened');
const ledger = killAt === '' ? opened.value : dying(opened.value, Number(killAt));
const debates = new Debates({ ledger, clock, random: systemRandom, player: rulePlayer, leaseMs: 1 });
const begun = ledger.page({ filter: { type: 'debate.started' }, limit: 1, direction: 'ascending' }).events.length > 0;
if (begun) now += 60_000;
const end = begun ? await debates.resume(debateId) : await debates.start({ caseFile: read.caseFile, debateId });
if (!end.ok) throw new Error(`${end.problem.code}: ${end.problem.message}`);
process.stdout.write(end.value.status);
opened.value.close();
