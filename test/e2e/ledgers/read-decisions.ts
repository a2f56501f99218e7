import { leafHash, openLedgerForReading, verifyInclusion } from '../../../core/ledger/index.ts';
import { required } from '../../../core/problem/index.ts';
import { verifyDecision } from '../../../core/review/index.ts';
import { expectValue } from '../expect-value.ts';

/** A decision as the file alone shows it. */
export interface ProvenDecision {
  readonly gateId: string;
  readonly signer: string;
  readonly seq: number;
  readonly verb: string;
  /** The event's bytes hash to a leaf of the tree with the current root. */
  readonly inTree: boolean;
}

/**
 * Every accepted decision in the file, its signature and its place in the tree checked. Throws on one that does not
 * hold.
 */
export function readDecisions(file: string): readonly ProvenDecision[] {
  const reader = expectValue(openLedgerForReading(file));
  try {
    const page = reader.page({ filter: { type: 'gate.decided' }, limit: 500, direction: 'ascending' });
    return page.events.map(({ seq, data }) => {
      const { gateId, signer } = expectValue(verifyDecision(reader, seq));
      const { leafIndex, treeSize, path, root } = expectValue(reader.inclusionProof(seq));
      const leaf = leafHash(expectValue(reader.canonical(seq)));
      const inTree =
        root === reader.root() && verifyInclusion(leafIndex, treeSize, leaf, path.map(fromHex), fromHex(root));
      const { verb } = required(data.statement as { verb: string } | undefined, 'statement of a decision');
      return { seq, gateId, signer, verb, inTree };
    });
  } finally {
    reader.close();
  }
}

const fromHex = (text: string): Uint8Array => Buffer.from(text, 'hex');
