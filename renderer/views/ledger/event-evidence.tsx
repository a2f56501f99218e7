import type { EventDetail } from '../../../core/api/index.ts';
import { Block, Facts } from '../../components/facts.tsx';
import { Digest } from '../../components/identifier.tsx';
import { SignWord } from '../../components/sign.tsx';
import { WhenReady } from '../../components/states.tsx';
import { ExactTime, Time } from '../../components/time.tsx';
import type { Loadable } from '../../stores/loadable.ts';
import { count, counted } from '../../text/words.ts';
import { AuditBlock } from './audit-block.tsx';
import { ProofBlock } from './proof-block.tsx';

/** Why an event can be believed: the audit, its path to the root, its signatures, the checkpoint above it. */
export function EventEvidence({ event }: { readonly event: Loadable<EventDetail> | null }) {
  return (
    <div className="blocks">
      <AuditBlock />
      {event !== null && (
        <WhenReady of={event} label="Reading the proof" beside>
          {(detail) => (
            <>
              <ProofBlock detail={detail} />
              <Signatures detail={detail} />
              <Checkpoint checkpoint={detail.checkpoint} />
            </>
          )}
        </WhenReady>
      )}
    </div>
  );
}

function Signatures({ detail }: { readonly detail: EventDetail }) {
  return (
    <Block title="Signatures in the event">
      {detail.signatures.length === 0 ? (
        <p className="faint">Events of this type carry none.</p>
      ) : (
        <ul>
          {detail.signatures.map((signature) => (
            <li key={`${signature.signer} ${signature.algorithm}`}>
              <SignWord
                sign={signature.valid ? 'verified' : 'failed'}
                word={signature.valid ? 'verified' : 'does not verify'}
              />{' '}
              {signature.algorithm} by <span className="mono">{signature.signer}</span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

function Checkpoint({ checkpoint }: { readonly checkpoint: EventDetail['checkpoint'] }) {
  if (checkpoint === null) {
    return (
      <Block title="Checkpoint">
        <p className="faint">No signed checkpoint covers this event yet.</p>
      </Block>
    );
  }
  return (
    <Block title="Checkpoint" aside={<Time at={checkpoint.at} />}>
      <Facts
        rows={[
          ['Covers', counted(checkpoint.treeSize, 'event')],
          ['Root', <Digest key="root" digest={checkpoint.root} what="root of the checkpoint" />],
          ['Signed', <ExactTime key="at" at={checkpoint.at} />],
          ['Witnesses', checkpoint.cosignatures === 0 ? 'none yet' : count(checkpoint.cosignatures)],
        ]}
      />
      <details className="note">
        <summary>The signed note, word for word</summary>
        <pre>{checkpoint.note}</pre>
      </details>
    </Block>
  );
}
