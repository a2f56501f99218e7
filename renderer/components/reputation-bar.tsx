import type { SupervisionLevel } from '../../core/api/index.ts';
import { levelBands } from '../text/state-words.ts';
import './reputation-bar.css';

/** A reputation on the scale of the five level bands, with its figure and its word. */
export function ReputationBar({
  reputation,
  level,
}: {
  readonly reputation: number;
  readonly level: SupervisionLevel;
}) {
  return (
    <span className="reputation">
      <span className="reputation-scale" aria-hidden="true">
        {levelBands.map((band) => (
          <span key={band.level} className="reputation-band" data-own={band.level === level} />
        ))}
        <span className="reputation-mark" style={{ left: `${reputation * 100}%` }} />
      </span>
      <span>
        <strong>{reputation.toFixed(2)}</strong> {level}
      </span>
    </span>
  );
}
