import { useEffect, useState } from 'react';
import type { EventDetail } from '../../../core/api/index.ts';
import { Block } from '../../components/facts.tsx';
import { Digest } from '../../components/identifier.tsx';
import { SignWord } from '../../components/sign.tsx';
import { counted } from '../../text/words.ts';
import { type CheckedInclusion, checkInclusion } from './inclusion.ts';

/** The path of an event from its leaf up to the root, computed again in this window. */
export function ProofBlock({ detail }: { readonly detail: EventDetail }) {
  const { row, canonical, leafHash, proof } = detail;
  const [checked, setChecked] = useState<CheckedInclusion | null>(null);
  useEffect(() => {
    let current = true;
    void checkInclusion({ seq: row.seq, canonical, leafHash, proof }).then((result) => {
      if (current) setChecked(result);
    });
    return () => {
      current = false;
    };
  }, [row.seq, canonical, leafHash, proof]);
  const holds = checked?.holds === true && proof.verified;
  return (
    <Block title="Inclusion proof" aside={<span className="faint">{counted(proof.path.length, 'step')}</span>}>
      {checked === null ? (
        <p className="faint" role="status">
          Hashing from the leaf to the root…
        </p>
      ) : (
        <>
          <p>
            <SignWord sign={holds ? 'verified' : 'failed'} word={holds ? 'verified' : 'does not hold'} />{' '}
            <span className="quiet">
              {holds
                ? `This window hashed the bytes up to the root of ${counted(proof.treeSize, 'event')}.`
                : failure(checked, detail)}
            </span>
          </p>
          <ProofPath checked={checked} root={proof.root} />
        </>
      )}
    </Block>
  );
}

function failure(checked: CheckedInclusion, { leafHash, proof }: EventDetail): string {
  if (checked.leaf !== leafHash) return 'The bytes do not hash to the leaf.';
  if (checked.computedRoot !== proof.root) return 'The path does not lead to the root of the tree.';
  if (!proof.verified) return 'The host could not verify this path.';
  return 'The path has the wrong length for this tree.';
}

/** From the root at the top down to the leaf: the running hash on the spine, each sibling on its side. */
function ProofPath({ checked, root }: { readonly checked: CheckedInclusion; readonly root: string }) {
  const { leaf, steps, computedRoot } = checked;
  const upwards = [...steps].reverse();
  return (
    <ol className="proof" aria-label="Path from the root down to the leaf">
      {upwards.map((step, index) => (
        <li key={`${step.sibling}-${step.parent}`} className="proof-level">
          <span className="proof-node" data-kind={index === 0 ? 'root' : 'inner'}>
            {index === 0 && <span className="proof-word">root</span>}
            <Digest digest={step.parent} what={index === 0 ? 'root' : 'hash on the path'} />
          </span>
          <Branch side={step.side} />
          <span className="proof-sibling" data-side={step.side}>
            <Digest digest={step.sibling} what="sibling hash" />
          </span>
        </li>
      ))}
      <li className="proof-level">
        <span className="proof-node" data-kind="leaf">
          <span className="proof-word">{steps.length === 0 ? 'root and leaf' : 'leaf'}</span>
          <Digest digest={leaf} what="leaf hash" />
        </span>
      </li>
      {computedRoot !== root && (
        <li className="proof-level">
          <SignWord sign="failed" word="the tree’s root is" /> <Digest digest={root} what="root" />
        </li>
      )}
    </ol>
  );
}

/** The two lines that go down from a node: one to the node below on the spine, one to its sibling. */
function Branch({ side }: { readonly side: 'left' | 'right' }) {
  const reach =
    side === 'left'
      ? 'M150 0 V6 Q150 12 144 12 H72 Q66 12 66 18 V22'
      : 'M150 0 V6 Q150 12 156 12 H228 Q234 12 234 18 V22';
  return (
    <svg className="proof-branch" viewBox="0 0 300 22" aria-hidden="true" preserveAspectRatio="none">
      <path d="M150 0 V22" className="proof-spine" />
      <path d={reach} className="proof-reach" />
    </svg>
  );
}
