import { lazy, Suspense, useState } from 'react';
import type { ClaimDetail } from '../../../core/api/index.ts';
import { Block } from '../../components/facts.tsx';
import { Grade } from '../../components/grade.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Skeleton } from '../../components/states.tsx';
import { spelled } from '../../text/debate-words.ts';
import { counted } from '../../text/words.ts';

const SanadGraph = lazy(() => import('../../graph/sanad-graph.tsx'));
const Dialog = lazy(async () => ({ default: (await import('../../components/dialog.tsx')).Dialog }));

/** The chains of transmission of a claim, as a graph and as a list: from the origin, hand by hand. */
export function SanadBlock({ detail }: { readonly detail: ClaimDetail }) {
  const { chains, nodes, edges, independentChains } = detail.sanad;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return (
    <Block
      title="Sanad"
      aside={
        <span className="faint">
          {counted(chains.length, 'chain')}, {independentChains} independent
        </span>
      }
    >
      {edges.length > 0 && <DrawnSanad detail={detail} />}
      {chains.length === 0 ? (
        <p className="faint">Nobody says how this claim came here.</p>
      ) : (
        chains.map((chain, index) => (
          <section
            key={chain.chainId}
            className="chain"
            aria-label={`Chain ${chain.implied ? index + 1 : chain.chainId}`}
          >
            <p className="chain-head">
              {chain.implied ? (
                <span>Chain {index + 1}, from what it names</span>
              ) : (
                <span className="mono small">{chain.chainId}</span>
              )}
              <SignWord
                sign={chain.faults.length === 0 ? 'verified' : 'failed'}
                word={chain.faults.length === 0 ? 'whole' : 'broken'}
              />
              {!chain.independent && <span className="faint small">shares its origin with another chain</span>}
            </p>
            <ol className="chain-links">
              {chain.nodeIds.flatMap((id) => {
                const node = byId.get(id);
                return node === undefined ? [] : [<ChainLink key={id} node={node} />];
              })}
            </ol>
          </section>
        ))
      )}
    </Block>
  );
}

/** The graph in the pane, and large in a dialog. */
function DrawnSanad({ detail }: { readonly detail: ClaimDetail }) {
  const [large, setLarge] = useState(false);
  const graph = (
    <Suspense fallback={<Skeleton label="Drawing the sanad" lines={3} />}>
      <SanadGraph label={`Sanad of the claim: ${detail.chip.text}`} sanad={detail.sanad} />
    </Suspense>
  );
  return (
    <>
      <div className="sanad-drawn">{graph}</div>
      <button type="button" className="text-button small" onClick={() => setLarge(true)}>
        Show it large
      </button>
      {large && (
        <Suspense fallback={null}>
          <Dialog title="Sanad of the claim" width="wide" isOpen onClose={() => setLarge(false)}>
            <p className="sanad-claim">{detail.chip.text}</p>
            <div className="sanad-large">{graph}</div>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

function ChainLink({ node }: { readonly node: ClaimDetail['sanad']['nodes'][number] }) {
  return (
    <li data-defect={node.defect !== null}>
      {node.grade === null ? <span className="chain-dot" aria-hidden="true" /> : <Grade grade={node.grade} />}
      <div>
        <p>
          <span className="faint">{spelled(node.kind)}</span> {node.label}
          {node.at !== null && <span className="faint"> {node.at}</span>}
        </p>
        {node.detail !== null && <p className="small quiet">{node.detail}</p>}
        {node.defect !== null && (
          <p className="small" data-sign="failed">
            {node.defect}
          </p>
        )}
      </div>
    </li>
  );
}
