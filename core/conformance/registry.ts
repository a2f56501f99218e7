import type { ConformanceKind } from './kind.ts';
import { challenge } from './kinds/challenge.ts';
import { expression } from './kinds/expression.ts';
import { gateDecision } from './kinds/gate-decision.ts';
import { gates } from './kinds/gates.ts';
import { glob } from './kinds/glob.ts';
import { kernel } from './kinds/kernel.ts';
import { launch } from './kinds/launch.ts';
import { lock } from './kinds/lock.ts';
import { machine } from './kinds/machine.ts';
import { metric } from './kinds/metric.ts';
import { muhasabah } from './kinds/muhasabah.ts';
import { parallel } from './kinds/parallel.ts';
import { reputation } from './kinds/reputation.ts';
import { resultUri } from './kinds/result-uri.ts';
import { retry } from './kinds/retry.ts';
import { score } from './kinds/score.ts';
import { stop } from './kinds/stop.ts';
import { storeKeys } from './kinds/store-keys.ts';
import { supervision } from './kinds/supervision.ts';
import { template } from './kinds/template.ts';
import { toolCalls } from './kinds/tool-calls.ts';
import { verification } from './kinds/verification.ts';
import { voting } from './kinds/voting.ts';

/** Every kind of case that this version can run, one file each in `kinds/`. */
export function conformanceKinds(
  environment: Readonly<Record<string, string | undefined>>,
): readonly ConformanceKind[] {
  return [
    kernel,
    score,
    reputation,
    supervision,
    gates(environment),
    gateDecision,
    expression,
    launch,
    lock,
    machine,
    parallel,
    resultUri,
    retry,
    storeKeys,
    template,
    voting,
    glob,
    metric,
    verification,
    muhasabah,
    toolCalls,
    challenge,
    stop,
  ];
}
