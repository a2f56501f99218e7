import { createHash } from 'node:crypto';
import { canonicalBytes, type JsonObject } from '../canonical/index.ts';

/** `sha256:` + hex over the RFC 8785 form of a sandbox policy. */
export function policyDigest(policy: JsonObject): string {
  return `sha256:${createHash('sha256').update(canonicalBytes(policy)).digest('hex')}`;
}
