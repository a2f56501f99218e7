/** A process of its own that reads sources, so that a hostile one takes nothing with it. It ends with its parent. */

import type { RuleSet } from '../policy/rules.ts';
import type { FileContent, ProjectChange, ProjectTree } from '../project/tree.ts';
import { treeOf } from '../project/tree-of.ts';
import { digestOf, type Reads } from './findings-cache.ts';
import type { Answer, Order } from './messages.ts';
import { runUnit } from './run-unit.ts';

const largeHeap = 400 * 1024 * 1024;
let task: { readonly change: ProjectChange; readonly rules: RuleSet } | null = null;

function answer(message: Answer): void {
  process.send?.(message);
}

/** A tree that remembers what is read of it. */
function recording(tree: ProjectTree): { readonly tree: ProjectTree; reads(): Reads } {
  const read = new Map<string, FileContent>();
  return {
    tree: {
      ...tree,
      read(path) {
        const content = tree.read(path);
        read.set(path, content);
        return content;
      },
    },
    reads: () => [...read].map(([path, content]) => [path, digestOf(content)]),
  };
}

async function follow(order: Order): Promise<void> {
  switch (order.kind) {
    case 'change': {
      const { base, head, files, rules } = order;
      task = { change: { base: base === null ? null : treeOf(base), head: treeOf(head), files }, rules };
      return;
    }
    case 'unit': {
      if (task === null) throw new Error('bug: a unit came before its change');
      const looking = (path: string) => answer({ kind: 'looking', path });
      const head = recording(task.change.head);
      const base = task.change.base === null ? null : recording(task.change.base);
      const change = { ...task.change, head: head.tree, base: base?.tree ?? null };
      // A full collection takes a quarter of a second, so only what a large unit left behind is worth one.
      if (process.memoryUsage().heapUsed > largeHeap) globalThis.gc?.();
      const findings = await runUnit(change, task.rules, order.unit, looking);
      answer({ kind: 'found', findings, head: head.reads(), base: base?.reads() ?? [] });
    }
  }
}

// Both ends are the same program, so what comes is what was sent.
process.on('message', (order: Order) => void follow(order));
process.once('disconnect', () => process.exit());
