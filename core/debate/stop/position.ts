import { hash } from 'node:crypto';
import { canonicalJson, type Json } from '../../canonical/index.ts';
import { agentRoles } from '../role.ts';

/** What says who speaks or when, not where they stand. */
const speakerFields = new Set(['round', 'round_number', 'role', 'agent', 'agent_id', 'timestamp', 'confidence']);

const anyRole = agentRoles.map((role) => role.replace('_', '[ _]')).join('|');
const leadingLabel = new RegExp(`^(?:(?:in |after )?round \\d+|(?:the )?(?:${anyRole}))\\s*[:,–-]\\s*`, 'u');

/**
 * The fingerprint of a position: `sha256:` and 64 hex digits, or null for none. It holds neither round nor role (D2),
 * so that the same stand in two rounds, or of two roles, compares equal; letter case and white space make no
 * difference.
 */
export function positionFingerprint(position: Json | undefined): string | null {
  const stand = standOf(position ?? null);
  if (stand === null || stand === '') return null;
  return `sha256:${hash('sha256', canonicalJson(stand), 'hex')}`;
}

function standOf(position: Json): Json {
  if (typeof position === 'string') return plain(position);
  if (Array.isArray(position)) return position.map(standOf);
  if (typeof position !== 'object' || position === null) return position;
  const kept = Object.entries(position).filter(([name]) => !speakerFields.has(name));
  return kept.length === 0 ? null : Object.fromEntries(kept.map(([name, member]) => [name, standOf(member)]));
}

/** Labels at the front are taken away: `Round 2: oppose` and `Advocate: oppose` are `oppose`. */
function plain(text: string): string {
  let stand = text.toWellFormed().normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  for (let before = ''; before !== stand; ) {
    before = stand;
    stand = stand.replace(leadingLabel, '');
  }
  return stand;
}
