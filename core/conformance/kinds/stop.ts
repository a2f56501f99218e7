import { z } from 'zod';
import {
  positionFingerprint,
  type RoundPositions,
  type StopOutput,
  stopDefaults,
  stopReason,
} from '../../debate/index.ts';
import { ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { isRecord } from '../match.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({
  max_rounds: z.number().int().default(stopDefaults.maxRounds),
  consensus_threshold: z.number().default(stopDefaults.consensusThreshold),
  stable_dissent_rounds: z.number().int().min(1).default(stopDefaults.stableDissentRounds),
  round_number: z.number().int().min(1),
  outputs: z.array(z.record(z.string(), z.unknown())).default([]),
  position_history: z.array(z.unknown()).nullish(),
  evidence_retrieval_requested: z.boolean().nullish(),
  evidence_retrieval_completed: z.boolean().nullish(),
  open_questions: z.array(z.unknown()).nullish(),
});

/**
 * The stop conditions on what a state says (D2). Outputs may say their flags, position and confidence flat or nested.
 */
export const stop: ConformanceKind = {
  kind: 'stop',
  run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const { round_number: round, ...rest } = input.value;
    const outputs = rest.outputs.map((output, at) => readOutput(output, at, round));
    return ok({
      stop_reason: stopReason({
        round,
        maxRounds: rest.max_rounds,
        consensusThreshold: rest.consensus_threshold,
        stableDissentRounds: rest.stable_dissent_rounds,
        outputs,
        positions: readHistory(rest.position_history ?? [], outputs, round),
        retrievalRequested: rest.evidence_retrieval_requested === true,
        retrievalCompleted: rest.evidence_retrieval_completed === true,
        openQuestions: rest.open_questions?.length ?? 0,
      }),
    });
  },
};

type Fields = Readonly<Record<string, unknown>>;

/** The first of these names that has a value, in the output itself or in one of its parts. */
function field(output: Fields, ...names: readonly string[]): unknown {
  const parts = [output, output.structured_content, output.content, output.muhasabah_record, output.muhasabah];
  for (const part of parts) {
    if (!isRecord(part)) continue;
    for (const name of names) if (part[name] !== undefined && part[name] !== null) return part[name];
  }
  return undefined;
}

function readOutput(output: Fields, at: number, round: number): StopOutput {
  const confidence = field(output, 'confidence');
  const said = field(output, 'round_number', 'round');
  return {
    agentId: String(field(output, 'agent_id', 'agent', 'role') ?? `agent ${at}`),
    round: typeof said === 'number' ? said : round,
    confidence: typeof confidence === 'number' && Number.isFinite(confidence) ? confidence : null,
    position: fingerprint(field(output, 'position', 'position_hash')),
    critical:
      field(output, 'critical_defect_detected') === true || field(output, 'has_grade_d_material_claim') === true,
    foundNewEvidence: field(output, 'new_evidence_found') === true,
  };
}

function fingerprint(position: unknown): string | null {
  const read = z.json().safeParse(position);
  return read.success ? positionFingerprint(read.data) : null;
}

/**
 * Rounds of positions by agent, plain or under a name. The positions of this round follow when the history lacks it.
 */
function readHistory(history: readonly unknown[], outputs: readonly StopOutput[], round: number): RoundPositions[] {
  const rounds = history.map((entry) => {
    const positions = isRecord(entry)
      ? (entry.agent_positions ?? entry.positions ?? entry.position_hashes ?? entry)
      : entry;
    return new Map(
      Object.entries(isRecord(positions) || Array.isArray(positions) ? positions : {})
        .filter(([name]) => name !== 'round_number' && name !== 'round')
        .map(([agent, position]) => [agent, fingerprint(position)]),
    );
  });
  const last = history.at(-1);
  const numbered = isRecord(last) ? (last.round_number ?? last.round) : undefined;
  const isIncluded = typeof numbered === 'number' ? numbered >= round : history.length >= round;
  const current = outputs.filter((output) => output.round === round && output.position !== null);
  return isIncluded || current.length === 0
    ? rounds
    : [...rounds, new Map(current.map(({ agentId, position }) => [agentId, position]))];
}
