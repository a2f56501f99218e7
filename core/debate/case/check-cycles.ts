import type { CaseFile } from './case-file.ts';
import { idKey } from './case-index.ts';
import type { Report } from './report.ts';

/**
 * Circles that no order could resolve (`cycle`): links received from one another, documents derived from one another,
 * calculations whose inputs rest on their own result. Each circle is listed once, where its first member stands.
 */
export function findCycles(caseFile: CaseFile, report: Report): void {
  for (const { ids, first } of cyclesIn(
    caseFile.documents.map((one) => idKey(one.document_id)),
    caseFile.documents.map((one) => one.derived_from.map(idKey)),
  )) {
    report('cycle', `Documents are derived from one another: ${circle(ids)}`, ['documents', first, 'derived_from']);
  }
  caseFile.claims.forEach((claim, at) => {
    claim.sanad.forEach((chain, index) => {
      for (const { ids, first } of cyclesIn(
        chain.links.map((link) => link.link_id),
        chain.links.map((link) => (link.received_from === null ? [] : [link.received_from])),
      )) {
        const path = ['claims', at, 'sanad', index, 'links', first, 'received_from'];
        report('cycle', `Links are received from one another: ${circle(ids)}`, path);
      }
    });
  });
  findCalculationCycles(caseFile, report);
}

/** A calculation rests on the calculations of its inputs, those that their chains cite included. */
function findCalculationCycles({ calculations, claims }: CaseFile, report: Report): void {
  const restsOn = new Map(
    claims.map((claim) => [
      idKey(claim.claim_id),
      [claim.calc_id, ...claim.sanad.flatMap((chain) => chain.links.map((link) => link.calc_id))]
        .filter((id) => id !== null)
        .map(idKey),
    ]),
  );
  for (const { ids, first } of cyclesIn(
    calculations.map((one) => idKey(one.calc_id)),
    calculations.map((one) => one.inputs.flatMap((input) => restsOn.get(idKey(input.claim_id)) ?? [])),
  )) {
    report('cycle', `Calculations rest on their own results: ${circle(ids)}`, ['calculations', first, 'inputs']);
  }
}

function circle(ids: readonly string[]): string {
  return [...ids, ids[0] ?? ''].join(' → ');
}

interface Cycle {
  readonly ids: readonly string[];
  /** The position of its first member in the list. */
  readonly first: number;
}

/** The circles that a walk from every node closes, without recursion. Edges to unknown ids are passed over. */
function cyclesIn(ids: readonly string[], edges: readonly (readonly string[])[]): readonly Cycle[] {
  const positions = new Map(ids.map((id, at) => [id, at]));
  const finished = new Set<number>();
  const cycles: Cycle[] = [];
  for (let start = 0; start < ids.length; start += 1) {
    const path: { readonly node: number; next: number }[] = [];
    if (!finished.has(start)) path.push({ node: start, next: 0 });
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = edges[top.node]?.[top.next];
      if (target === undefined) {
        finished.add(top.node);
        path.pop();
        continue;
      }
      top.next += 1;
      const to = positions.get(target);
      if (to === undefined || finished.has(to)) continue;
      const from = path.findIndex(({ node }) => node === to);
      if (from < 0) path.push({ node: to, next: 0 });
      else
        cycles.push(
          cycleOf(
            path.slice(from).map(({ node }) => node),
            ids,
          ),
        );
    }
  }
  return cycles;
}

function cycleOf(nodes: readonly number[], ids: readonly string[]): Cycle {
  const first = Math.min(...nodes);
  const turn = nodes.indexOf(first);
  return { ids: [...nodes.slice(turn), ...nodes.slice(0, turn)].map((node) => ids[node] ?? ''), first };
}
