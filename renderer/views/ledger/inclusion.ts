/**
 * RFC 9162 inclusion, computed again in this window so that the reader need not trust the host's word. The drawing
 * needs the hashes between leaf and root, which the proof itself does not hold.
 */

/** One step from a node to its parent. */
export interface ProofStep {
  readonly sibling: string;
  /** On which side of the running hash the sibling stands. */
  readonly side: 'left' | 'right';
  /** The parent: SHA-256(0x01 ‖ left ‖ right), hex. */
  readonly parent: string;
}

export interface CheckedInclusion {
  readonly leaf: string;
  readonly steps: readonly ProofStep[];
  /** Hash that the path leads to. */
  readonly computedRoot: string;
  readonly holds: boolean;
}

/**
 * On which side each sibling of the path stands, from the leaf up (RFC 9162 2.1.3.2); null when the path has a wrong
 * length.
 */
export function siblingSides(index: number, treeSize: number, length: number): readonly ('left' | 'right')[] | null {
  if (index < 0 || index >= treeSize) return null;
  const sides: ('left' | 'right')[] = [];
  let node = index;
  let last = treeSize - 1;
  for (let step = 0; step < length; step += 1) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      sides.push('left');
      // A last node without a right neighbour goes up unchanged until it is a right child.
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else sides.push('right');
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? sides : null;
}

/** Hashes the canonical bytes up to the root and compares. */
export async function checkInclusion(event: {
  readonly seq: number;
  readonly canonical: string;
  readonly leafHash: string;
  readonly proof: { readonly treeSize: number; readonly path: readonly string[]; readonly root: string };
}): Promise<CheckedInclusion> {
  const { treeSize, path, root } = event.proof;
  const leaf = toHex(await sha256(joined(0, new TextEncoder().encode(event.canonical))));
  const sides = siblingSides(event.seq, treeSize, path.length);
  const steps: ProofStep[] = [];
  let running = leaf;
  for (const [place, sibling] of path.entries()) {
    const side = sides?.[place] ?? 'right';
    const [left, right] = side === 'left' ? [sibling, running] : [running, sibling];
    running = toHex(await sha256(joined(1, fromHex(left), fromHex(right))));
    steps.push({ sibling, side, parent: running });
  }
  return { leaf, steps, computedRoot: running, holds: sides !== null && leaf === event.leafHash && running === root };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function joined(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  bytes[0] = prefix;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
