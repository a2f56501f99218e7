/** Positions and confidence per round as lines and as a table. Pure. */
import type { DebateDetail, DebateRole } from '../../core/api/index.ts';
import { roleOrder } from '../text/debate-words.ts';

type Rounds = DebateDetail['rounds'];

/** Where a role stood at the end of a round. */
export interface PositionPoint {
  readonly round: number;
  /** Where the point stands across: beside its round, so that roles of the same confidence do not hide each other. */
  readonly x: number;
  readonly role: DebateRole;
  readonly confidence: number;
  readonly position: string | null;
  /** It holds something else than in the round before in which it spoke. */
  readonly changed: boolean;
}

export interface PositionLine {
  readonly role: DebateRole;
  readonly points: readonly PositionPoint[];
}

/** The distance between the roles of one round, in rounds. */
const besideRound = 0.04;

/** One line for every role that spoke, in the order of the roles. */
export function positionLines(rounds: Rounds): readonly PositionLine[] {
  return roleOrder.flatMap((role) => {
    const stood = rounds.flatMap(({ round, standings }) =>
      standings.filter((one) => one.role === role).map(({ confidence, position }) => ({ round, confidence, position })),
    );
    if (stood.length === 0) return [];
    const points = stood.map((one, index): PositionPoint => {
      const before = stood[index - 1];
      const x = one.round + (roleOrder.indexOf(role) - 2) * besideRound;
      return { ...one, x, role, changed: before !== undefined && before.position !== one.position };
    });
    return [{ role, points }];
  });
}

/**
 * The largest difference of confidence in a round: consensus needs 0.10 or less (D2). Null with fewer than two roles.
 */
export function confidenceSpread(round: Rounds[number]): number | null {
  if (round.standings.length < 2) return null;
  const confidences = round.standings.map(({ confidence }) => confidence);
  return Math.max(...confidences) - Math.min(...confidences);
}
