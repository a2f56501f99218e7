import type { RandomSource } from '../../world/index.ts';

/** A version 4 UUID. */
export function newExecutionId(random: RandomSource): string {
  const hex = [...random.bytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
