import { hash } from 'node:crypto';
import type { RandomSource } from '../../world/index.ts';

/** A UUID that follows from a text: the same text, the same id (RFC 9562, version 8). */
export function derivedUuid(text: string): string {
  const hex = hash('sha256', text, 'hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Bytes that follow from a text, for rooms that take their ids from a source of bytes. At most 32 each time. */
export function derivedBytes(text: string): RandomSource {
  let calls = 0;
  return {
    bytes: (count) => {
      calls += 1;
      return Uint8Array.from(hash('sha256', `${text}/${calls}`, 'buffer').subarray(0, count));
    },
  };
}
