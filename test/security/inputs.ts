import type { OperationInput, OperationName } from '../../core/api/index.ts';

/** An honest input of every operation: the type makes the table whole, and a new operation breaks the build here. */
export const honestInputs: { readonly [N in OperationName]: OperationInput<N> } = {
  'session.get': {},
  'workspace.openSample': {},
  'workspace.open': { path: '/nowhere/at/all.mizan' },
  'workspace.choose': {},
  'workspace.close': {},
  'reviewer.enroll': { reviewerId: 'mallory', name: 'Mallory', role: 'ADMIN', passphrase: 'correct horse' },
  'reviewer.unlock': { reviewerId: 'mallory', passphrase: 'correct horse' },
  'reviewer.lock': {},
  'jobs.cancel': { jobId: 'job-1' },
  'ledger.status': {},
  'ledger.events': { filter: { type: 'gate.' }, cursor: null, limit: 10, direction: 'ascending' },
  'ledger.event': { seq: 0 },
  'ledger.body': { seq: 0, name: 'action', offset: 0 },
  'ledger.audit': {},
  'ledger.checkpoint': {},
  'work.list': { agentId: 'agent', outcome: 'verified', text: 'x', cursor: null, limit: 10 },
  'work.get': { taskId: 'task', agentId: 'agent' },
  'work.change': { taskId: 'task', agentId: 'agent', path: 'src/a.ts' },
  'findings.mark': { taskId: 'task', agentId: 'agent', findingId: 'f-1', mark: 'false-alarm', reason: 'because' },
  'findings.askRisk': { taskId: 'task', agentId: 'agent', findingId: 'f-1' },
  'rules.list': {},
  'rules.get': { rule: 'style/naming' },
  'agents.list': {},
  'agents.get': { agentId: 'agent' },
  'gates.list': { state: 'pending', text: 'x', cursor: null, limit: 10 },
  'gates.get': { gateId: 'gate' },
  'agentRuns.list': {},
  'agentRuns.get': { runId: 'r1' },
  'runs.list': { status: 'parked', text: 'x', topOnly: true, cursor: null, limit: 10 },
  'runs.get': { executionId: 'run' },
  'runs.context': { executionId: 'run', step: 1 },
  'runs.steps': { executionId: 'run', from: 1, limit: 10 },
  'runs.children': { executionId: 'run', step: 1, cursor: null, limit: 10 },
  'runs.resume': { executionId: 'run' },
  'runs.cancel': { executionId: 'run' },
  'debates.list': { status: 'parked', text: 'x', cursor: null, limit: 10 },
  'debates.get': { debateId: 'debate' },
  'debates.messages': { debateId: 'debate', cursor: null, limit: 10 },
  'debates.claim': { debateId: 'debate', claimId: 'claim' },
  'models.list': {},
  'cases.choose': {},
  'cases.check': { path: '/nowhere/at/all.yml' },
  'debates.start': { caseId: 'case-1', model: 'local', maxRounds: 5 },
  'gates.decide': {
    gateId: 'gate',
    verb: 'approve',
    reason: 'because',
    digest: `sha256:${'0'.repeat(64)}`,
    sectionsSeen: ['summary'],
  },
};

export const operationNames = Object.keys(honestInputs) as OperationName[];

/** The honest request as JSON text with `replacement` where its input stood, so that keys like `__proto__` survive. */
export function requestText(name: string, inputText: string): string {
  return `{"name":${JSON.stringify(name)},"input":${inputText}}`;
}

/** The honest input with one key more, as text. */
export function withKey(name: OperationName, key: string, valueText: string): string {
  const honest = JSON.stringify(honestInputs[name]);
  const separator = honest === '{}' ? '' : ',';
  return `${honest.slice(0, -1)}${separator}${JSON.stringify(key)}:${valueText}}`;
}

/** One value of every JSON type, and a few that are nearly right. */
export const strayValues = ['null', 'true', '-1', '1.5', '1e400', '""', '"\\u0000"', '[]', '[[]]', '{}', '{"a":1}'];
