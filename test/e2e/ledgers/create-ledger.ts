import { join } from 'node:path';
import type { Ledger } from '../../../core/ledger/index.ts';
import { required } from '../../../core/problem/index.ts';
import { type GateRequestDraft, requestGate } from '../../../core/review/index.ts';
import { openWorkingLedger } from '../../../core/working-ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import type { Home } from '../doors/console.ts';
import { expectValue } from '../expect-value.ts';

const world = { clock: systemClock, random: systemRandom };

export interface WrittenLedger {
  readonly path: string;
  /** Opens the file as another process would, lets `work` append, and closes it. */
  write<T>(work: (ledger: Ledger) => T): T;
  /** The same for work that takes time. */
  during<T>(work: (ledger: Ledger) => Promise<T>): Promise<T>;
  /** Appends a waiting gate, as another process would. Returns its id. */
  openGate(change?: Partial<GateRequestDraft>): string;
}

/** A new ledger in the home, made by the real rooms and signed with this person's key. */
export function createLedger(home: Home, name: string): WrittenLedger {
  const path = home.path(name);
  const open = (): Ledger => {
    const configFolder = join(required(home.environment.XDG_CONFIG_HOME, 'configuration folder'), 'mizan');
    return expectValue(openWorkingLedger(path, { ...world, configFolder, create: true }));
  };
  const write = <T>(work: (ledger: Ledger) => T): T => {
    const ledger = open();
    try {
      return work(ledger);
    } finally {
      ledger.close();
    }
  };
  write(() => undefined);
  return {
    path,
    write,
    during: async (work) => {
      const ledger = open();
      return work(ledger).finally(() => ledger.close());
    },
    openGate: (change = {}) =>
      write((ledger) => {
        const { gateId, event } = requestGate({ ...gate, ...change }, world);
        expectValue(ledger.append([event]));
        return gateId;
      }),
  };
}

const gate: GateRequestDraft = {
  action: 'contract.land',
  title: 'agent-1 wants to land its change to parser.py',
  requester: { kind: 'agent', id: 'agent-1' },
  requiredRole: 'ANALYST',
  tool: 'contract.land',
  arguments: { task: 't1', files: ['parser.py'] },
  policy: { level: 'strict' },
  evidence: { verdict: 'verified' },
  why: [{ text: 'Contracts at strict need a person', rule: 'C9', link: null }],
  touches: { files: ['parser.py'], tools: [], money: null, people: [], reversible: 'reversible', note: '' },
  falsifiers: ['The tests do not cover the changed branch'],
  taskId: null,
  agentId: null,
  expiresAt: null,
};
