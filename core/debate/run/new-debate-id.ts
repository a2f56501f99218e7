import type { RandomSource } from '../../world/index.ts';

/** A random UUID of the machine's own making (RFC 9562, version 4). */
export function newDebateId(random: RandomSource): string {
  const bytes = Buffer.from(random.bytes(16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
