import { hash } from 'node:crypto';
import { canonicalBytes, type Json, type JsonObject } from '../canonical/index.ts';
import type { GatePolicy } from './policy.ts';

/** Exactly what a reviewer decides on: what runs, with what, under which policy, on which evidence. */
export interface GateAction {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly policy: GatePolicy;
  readonly evidence: Json;
}

/** The four fields of the action and nothing else, as JSON in a fixed shape. */
export function actionJson(action: GateAction): JsonObject {
  return { tool: action.tool, arguments: action.arguments, policy: action.policy, evidence: action.evidence };
}

/** `sha256:` and 64 hex digits of SHA-256 over the RFC 8785 form of tool, arguments, policy and evidence. */
export function actionDigest(action: GateAction): string {
  return digestOf(canonicalBytes(actionJson(action)));
}

/** `sha256:` and 64 hex digits of these bytes. */
export function digestOf(bytes: Uint8Array | string): string {
  return `sha256:${hash('sha256', bytes, 'hex')}`;
}
