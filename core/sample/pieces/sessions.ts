import type { Piece } from '../piece.ts';

/** Claimed and true, but the agent is new: a person decides whether it lands. */
export const sessions: Piece = {
  taskId: 'forget-old-sessions',
  agentId: 'wren/new-1',
  objective:
    'Forget sessions that nobody used for 30 days\n\n' +
    'Write staleSessions(sessions, now) in src/sessions.mjs: ' +
    'the ids of all sessions whose last use is more than 30 days before now. They are deleted every night.',
  criteria: ['A session used exactly 30 days ago is kept', 'A session that was never used counts from its creation'],
  requiredFiles: ['src/sessions.mjs'],
  testScript: 'test/sessions.mjs',
  before: {
    'src/nightly.mjs': `import { staleSessions } from './sessions.mjs';

/** Runs every night at 03:00. Deleted sessions cannot be brought back. */
export function nightly(store, now) {
  for (const id of staleSessions(store.all(), now)) store.delete(id);
}
`,
    'test/sessions.mjs': `import assert from 'node:assert/strict';
import { staleSessions } from '../src/sessions.mjs';

const day = 24 * 60 * 60 * 1000;
const now = 100 * day;
const sessions = [
  { id: 'fresh', createdAt: 0, usedAt: now - day },
  { id: 'edge', createdAt: 0, usedAt: now - 30 * day },
  { id: 'stale', createdAt: 0, usedAt: now - 31 * day },
  { id: 'unused', createdAt: now - 40 * day, usedAt: null },
];
assert.deepEqual(staleSessions(sessions, now), ['stale', 'unused']);
console.log('1 check passed');
`,
  },
  change: {
    'src/sessions.mjs': `const day = 24 * 60 * 60 * 1000;
const keptFor = 30 * day;

/** Ids of the sessions whose last use, or creation when there was none, is more than 30 days before now. */
export function staleSessions(sessions, now) {
  return sessions
    .filter(({ createdAt, usedAt }) => now - (usedAt ?? createdAt) > keptFor)
    .map(({ id }) => id);
}
`,
  },
  report: `I wrote staleSessions(). Thirty days exactly is kept, and a session that was never used counts \
from its creation. The check passes.

\`\`\`json
{"status": "success", "summary": "staleSessions() in src/sessions.mjs"}
\`\`\`
`,
};
