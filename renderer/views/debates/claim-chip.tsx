import type { ClaimChip as Chip } from '../../../core/api/index.ts';
import { Grade } from '../../components/grade.tsx';
import { SignMark } from '../../components/sign.tsx';
import { corroborationNames, verdictWords } from '../../text/debate-words.ts';
import { counted, shortDigest } from '../../text/words.ts';
import { useDebatePlace } from './debate-place.tsx';

/** A claim on a message: its grade, its verdict and its first words. A press shows what it rests on. */
export function ClaimChip({ claimId, chip }: { readonly claimId: string; readonly chip: Chip | undefined }) {
  const { claim, chooseClaim } = useDebatePlace();
  if (chip === undefined) return <span className="claim-chip claim-unknown mono">{shortDigest(claimId)}</span>;
  const { word, sign } = verdictWords[chip.verdict];
  const open = openDefects(chip);
  const title = [chip.text, corroborationNames[chip.corroboration], ...(open === '' ? [] : [open])].join('\n');
  return (
    <button
      type="button"
      className="claim-chip"
      aria-pressed={claim === claimId}
      title={title}
      onClick={() => chooseClaim(claimId)}
    >
      <Grade grade={chip.grade} />
      <SignMark sign={sign} label={word} />
      <span className="cut">{chip.text}</span>
      {open !== '' && <span className="claim-defects">{open}</span>}
    </button>
  );
}

/** The claims of a message, a challenge or a ruling. */
export function ClaimChips({
  ids,
  claims,
  label = 'Claims',
}: {
  readonly ids: readonly string[];
  readonly claims: ReadonlyMap<string, Chip>;
  readonly label?: string;
}) {
  if (ids.length === 0) return null;
  return (
    <ul className="claim-chips" aria-label={label}>
      {ids.map((id) => (
        <li key={id}>
          <ClaimChip claimId={id} chip={claims.get(id)} />
        </li>
      ))}
    </ul>
  );
}

/** `1 fatal, 2 minor`; empty when nothing is open. */
export function openDefects({ openDefects: { fatal, major, minor } }: Chip): string {
  return [
    ...(fatal > 0 ? [counted(fatal, 'fatal', 'fatal')] : []),
    ...(major > 0 ? [counted(major, 'major', 'major')] : []),
    ...(minor > 0 ? [counted(minor, 'minor', 'minor')] : []),
  ].join(', ');
}
