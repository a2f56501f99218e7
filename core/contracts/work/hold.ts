import { basename } from 'node:path';
import type { SupervisionLevel } from '../../api/index.ts';
import type { Json, JsonObject } from '../../canonical/index.ts';
import type { EventDraft } from '../../ledger/index.ts';
import { type HoldReason, reasonsToHold } from '../../reputation/index.ts';
import { type GateAction, requestGate } from '../../review/index.ts';
import type { TaskContract } from '../contract.ts';
import { diffDigest, hasDiff } from '../drafts.ts';
import type { DimensionReport } from '../findings/finding.ts';
import type { GateRecord, Verdict } from '../gate-record.ts';
import { parseDiff } from '../unified-diff.ts';
import type { World } from './issue.ts';

/** A change on its way to a folder, as a person decides on it. */
export interface Landing {
  readonly contract: TaskContract;
  /** The stricter of the level at issue and the level now. */
  readonly level: SupervisionLevel;
  /** Where the change would land; null when it is in place already and only the verdict is to be accepted. */
  readonly folder: string | null;
  readonly base: string | null;
  readonly diff: Uint8Array | null;
  readonly verdict: Verdict;
  readonly gates: readonly Pick<GateRecord, 'gate' | 'outcome'>[];
  readonly sandbox: Json;
  readonly unsandboxed: boolean;
  /** What the five dimensions found; null when they did not run. */
  readonly dimensions: DimensionReport | null;
}

/** Why this change waits for a person; empty when it may land at once (C2, C9). */
export function whyHeld({ level, verdict, unsandboxed, diff, dimensions }: Landing): readonly HoldReason[] {
  return reasonsToHold({ level, verdict, unsandboxed, flags: [...flagsOf(diff), ...warningsOf(dimensions)] });
}

/** What makes a person look at a change whose checks pass. */
function flagsOf(diff: Uint8Array | null): readonly string[] {
  const text = hasDiff(diff) ? new TextDecoder().decode(diff) : '';
  return /^new (file )?mode 120000$/m.test(text) ? ['The change adds a symbolic link.'] : [];
}

/** Warnings do not fail the work, but at level standard a person looks at it. */
function warningsOf(dimensions: DimensionReport | null): readonly string[] {
  if (dimensions === null || dimensions.warnings === 0) return [];
  const { warnings, policy } = dimensions;
  return [`The change has ${warnings === 1 ? '1 warning' : `${warnings} warnings`} under the policy ${policy}.`];
}

/** The action that a person approves: exactly this diff, into this folder, on these results (G3). */
export function landingAction(landing: Landing): GateAction {
  const { contract, folder, base, diff, verdict, gates, sandbox, unsandboxed, dimensions } = landing;
  return {
    tool: folder === null ? 'contract.verdict' : 'contract.land',
    arguments: {
      task_id: contract.task_id,
      agent_id: contract.agent_id,
      folder,
      base,
      diff_digest: hasDiff(diff) ? diffDigest(diff) : null,
    },
    policy: { rules: whyHeld(landing).map(({ rule }) => rule) },
    evidence: {
      verdict,
      gates: Object.fromEntries(gates.map(({ gate, outcome }) => [gate, outcome])),
      sandbox,
      unsandboxed,
      ...(dimensions === null ? {} : { dimensions: dimensionEvidence(dimensions) }),
    },
  };
}

/** Under which rules it was looked at, and exactly what was found. */
function dimensionEvidence({ policy, policy_digest, found, warnings, findings }: DimensionReport): JsonObject {
  return { policy, policy_digest, found, warnings, findings: findings.map(({ id }) => id) };
}

/** The human gate of a held change. It is the agent that wants the change to land. */
export function requestLanding(
  landing: Landing,
  world: World,
): { readonly gateId: string; readonly event: EventDraft } {
  const { contract, folder, diff } = landing;
  const { task_id: taskId, agent_id: agentId } = contract;
  const action = landingAction(landing);
  const files = hasDiff(diff) ? parseDiff(new TextDecoder().decode(diff)) : null;
  return requestGate(
    {
      ...action,
      action: action.tool,
      title:
        folder === null
          ? `${agentId} wants its work on ${taskId} accepted`
          : `${agentId} wants its change for ${taskId} to land in ${basename(folder)}`,
      requester: { kind: 'agent', id: agentId },
      requiredRole: 'ANALYST',
      why: whyHeld(landing).map(({ rule, text }) => ({
        rule,
        text,
        link: { view: 'work', id: taskId, agent: agentId } as const,
      })),
      touches: {
        files: files?.ok === true ? files.value.map(({ path }) => path) : [],
        tools: folder === null ? [] : ['git apply'],
        money: null,
        people: [],
        reversible: folder === null ? 'unknown' : 'reversible',
        note:
          folder === null ? 'The files are in place already.' : 'The change is applied to the files, not committed.',
      },
      falsifiers: [
        'A required file is there but does not do what the objective asks for.',
        'The tests pass because they were changed, skipped or made to expect what the code does.',
      ],
      taskId,
      agentId,
      expiresAt: null,
    },
    world,
  );
}
