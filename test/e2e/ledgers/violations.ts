import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from '../doors/console.ts';

const policy = `name: orders
agent_type: code-writer
scope_rules: { allowed_paths: ["src/**"], forbidden_paths: ["config/"] }
hallucination_rules: {}
style_rules: { require_docstrings: true, max_line_length: 80 }
semantic_rules: { preserve_exports: true, preserve_signatures: true }
complexity_rules: { max_cyclomatic_complexity: 4 }
`;

const before = {
  '.mizan/policies/orders.yml': policy,
  'config/limits.json': '{ "items": 100 }\n',
  'src/orders.ts': `export interface Item {
  readonly name: string;
  readonly price: number;
  readonly count: number;
}

/** The sum of an order, in cents. */
export function total(items: readonly Item[]): number {
  return items.reduce((sum, { price, count }) => sum + price * count, 0);
}

/** An order as one line. */
export function describe(items: readonly Item[]): string {
  return items.map(({ name, count }) => \`\${count} × \${name}\`).join(', ');
}
`,
};

/** One violation of each dimension, and a warning. */
const careless = {
  'config/limits.json': '{ "items": 100000 }\n',
  'src/orders.ts': `export interface Item {
  readonly name: string;
  readonly price: number;
  readonly count: number;
}

/** The sum of an order with its discount, in cents. */
export function total(items: readonly Item[], discount: number): number {
  return roundMoney(items.reduce((sum, { price, count }) => sum + price * count, 0) * discount);
}

export function discountOf(items: readonly Item[], isMember: boolean): number {
  if (items.length === 0) return 1;
  if (isMember && items.length > 10) return 0.8;
  if (isMember || items.length > 20) return 0.9;
  return 1;
}
`,
};

/** Style alone: nothing fails. */
const wordy = {
  'src/orders.ts': `${before['src/orders.ts']}
export function isEmpty(items: readonly Item[]): boolean {
  return items.length === 0; // nothing was ordered, so that nothing has to be paid for and nothing is sent
}
`,
};

type Files = Readonly<Record<string, string>>;

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function must(run: { readonly code: number; readonly error: string }, codes: readonly number[] = [0]): void {
  if (!codes.includes(run.code)) throw new Error(run.error);
}

/**
 * Two contracts under a policy, done by scripted agents: \`discounts\` breaks every dimension, \`empty-orders\` only
 * warns.
 */
export function runUnderPolicy(home: Home, ledger: string): void {
  const project = home.path('shop');
  write(project, before);
  for (const words of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['-c', 'user.name=tester', '-c', 'user.email=tester@example.org', 'commit', '--quiet', '-m', 'Begin'],
  ]) {
    const git = spawnSync('git', words, { cwd: project, encoding: 'utf8' });
    if (git.status !== 0) throw new Error(git.stderr);
  }
  work(home, ledger, project, 'empty-orders', 'Tell empty orders from others', wordy, [0, 1]);
  work(home, ledger, project, 'discounts', 'Give discounts to members and on large orders', careless, [1]);
}

function work(
  home: Home,
  ledger: string,
  project: string,
  task: string,
  objective: string,
  files: Files,
  codes: readonly number[],
): void {
  const agent = home.path(`${task}.mjs`);
  writeFileSync(
    agent,
    `import { writeFileSync } from 'node:fs';
    for (const [path, text] of Object.entries(${JSON.stringify(files)})) writeFileSync(path, text);
    console.log('All done.\\n\\n\`\`\`json\\n{"status": "success"}\\n\`\`\`');`,
  );
  const named = ['--task', task, '--agent', 'coder/model-1', '--objective', objective, '--policy', 'orders'];
  must(home.mizan('contract', 'new', ...named, '--ledger', ledger));
  const run = ['contract', 'run', task, '--in', project, '--ledger', ledger, '--', process.execPath, agent];
  must(home.mizan(...run), codes);
}
