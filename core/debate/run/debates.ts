import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../canonical/index.ts';
import type { EventDraft, Ledger } from '../../ledger/index.ts';
import { type MachineResult, type RunNotice, systemTimers, type Timers } from '../../machine/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { LedgerRuns, loadMachineText } from '../../runs/index.ts';
import type { Clock, RandomSource } from '../../world/index.ts';
import type { CaseFile } from '../case/case-file.ts';
import { createClaimRegistry } from '../claim-registry.ts';
import type { RolePlayer } from '../role-player.ts';
import { gatesOfDebateRun } from '../show/debate-gates.ts';
import { stopDefaults } from '../stop/stop-reason.ts';
import { ledgerToolAudit } from '../tools/audit.ts';
import type { EnrichmentConnector } from '../tools/connector.ts';
import { fullTextEvidenceSearch } from '../tools/evidence-search.ts';
import { debateMachine } from './debate-machine.ts';
import { debateRunId, debateStarted, debateSubject } from './events.ts';
import { firstHead } from './head.ts';
import { casePayload, readMessages, readStarted } from './message-store.ts';
import { newDebateId } from './new-debate-id.ts';
import { type DebateSite, debateStep } from './steps.ts';

export interface DebatesOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly player: RolePlayer;
  readonly connectors?: readonly EnrichmentConnector[];
  readonly timers?: Timers;
  /** Called after every commit, so that a long debate leaves the process time for other things. */
  breathe?(): Promise<void>;
  /** Told at every step: progress, crash points of tests. */
  notice?(notice: RunNotice): void;
  readonly leaseMs?: number;
}

export interface DebateOrder {
  readonly caseFile: CaseFile;
  readonly maxRounds?: number;
  /** A new one unless given. */
  readonly debateId?: string;
}

/** Debates whose every step is kept in a ledger: killed anywhere, they go on where they were (M10). */
export class Debates {
  readonly #options: DebatesOptions;
  /** Steps that are being taken: one that was stopped lets go of the ledger a moment after its run. */
  readonly #steps = new Set<Promise<unknown>>();

  constructor(options: DebatesOptions) {
    this.#options = options;
  }

  /**
   * Starts a debate on a case that passed its check. It ends when the debate has a stop reason, waits for a person, or
   * failed, or when `signal` stops it: then the call in flight is given up and the debate can be resumed. Errors:
   * `debate-exists`, those of the machine and of the ledger.
   */
  async start(order: DebateOrder, signal?: AbortSignal): Promise<Result<MachineResult>> {
    const { ledger, random } = this.#options;
    const debateId = order.debateId ?? newDebateId(random);
    const started = ledger.appendDecided((reader) => {
      const filter = { subject: debateSubject(debateId), type: debateStarted.type };
      const known = reader.page({ filter, limit: 1, direction: 'ascending' }).events.length > 0;
      if (known) return fail('debate-exists', 'There is a debate with this id already; resume it', debateId);
      return ok([this.#startedEvent(debateId, order)]);
    });
    return started.ok ? this.#begin(debateId, order.caseFile, order.maxRounds, signal) : started;
  }

  /**
   * Goes on with a debate where its last step left it, until `signal` stops it. Errors: `debate-unknown`,
   * `debate-player`, those of the machine.
   */
  async resume(debateId: string, signal?: AbortSignal): Promise<Result<MachineResult>> {
    const read = readStarted(this.#options.ledger, debateId);
    if (!read.ok) return read;
    const { started, caseFile } = read.value;
    const { kind, record } = this.#options.player;
    if (started.agents !== kind) {
      const message = `This debate was begun with --agents ${started.agents}; go on with the same`;
      return fail('debate-player', message, debateId);
    }
    if (started.replay_of !== null && started.replay_of !== record?.debateId) {
      const message = `This debate plays ${started.replay_of} again; go on with --of ${started.replay_of}`;
      return fail('debate-player', message, debateId);
    }
    const runs = this.#runs(this.#site(debateId, caseFile, started.case_digest));
    if (!runs.ok) return runs;
    const options = signal === undefined ? {} : { signal };
    const resumed = await this.#untilQuiet(runs.value.resume(debateRunId(debateId), options));
    if (resumed.ok || resumed.problem.code !== 'run-unknown') return resumed;
    // It was told to begin, and the process ended before the first step.
    return this.#begin(debateId, caseFile, started.max_rounds, signal);
  }

  async #begin(
    debateId: string,
    caseFile: CaseFile,
    maxRounds: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Result<MachineResult>> {
    const definition = await loadMachineText(debateMachine);
    if (!definition.ok) return definition;
    const runs = this.#runs(this.#site(debateId, caseFile, digestOf(caseFile)));
    if (!runs.ok) return runs;
    const head = firstHead(debateId, maxRounds ?? stopDefaults.maxRounds);
    return this.#untilQuiet(runs.value.start(definition.value, { debate: head }, debateRunId(debateId), signal));
  }

  async #untilQuiet(run: Promise<Result<MachineResult>>): Promise<Result<MachineResult>> {
    const end = await run;
    await Promise.allSettled(this.#steps);
    return end;
  }

  #site(debateId: string, caseFile: CaseFile, caseDigest: string): Result<DebateSite> {
    const { ledger, clock, player, connectors = [], timers = systemTimers } = this.#options;
    const messages = readMessages(ledger, debateId);
    if (!messages.ok) return messages;
    return ok({
      ledger,
      clock,
      timers,
      player,
      connectors,
      caseDigest,
      messages: messages.value,
      tenant: caseFile.tenant,
      registry: createClaimRegistry(caseFile),
      search: fullTextEvidenceSearch(caseFile),
      audit: ledgerToolAudit(ledger, debateId),
    });
  }

  #runs(site: Result<DebateSite>): Result<LedgerRuns> {
    if (!site.ok) return site;
    const { ledger, clock, random, notice, leaseMs, breathe } = this.#options;
    const open = site.value;
    return ok(
      new LedgerRuns({
        ledger,
        clock,
        random,
        agents: { find: () => undefined },
        hooks: {
          onAction: (action, context, invocation) => {
            const step = debateStep(action, context, invocation, open);
            const taken = step.finally(() => this.#steps.delete(taken));
            this.#steps.add(taken);
            return taken;
          },
        },
        gatesOf: (executionId) => gatesOfDebateRun(ledger, executionId),
        notice: (told) => notice?.(told),
        ...(breathe === undefined ? {} : { breathe }),
        ...(leaseMs === undefined ? {} : { leaseMs }),
      }),
    );
  }

  #startedEvent(debateId: string, { caseFile, maxRounds }: DebateOrder): EventDraft {
    const { deal_id, tenant, title, thesis, as_of, claims, documents } = caseFile;
    return debateStarted.draft(
      { kind: 'system', id: 'debate' },
      debateSubject(debateId),
      {
        debate_id: debateId,
        deal_id,
        tenant,
        title,
        thesis: thesis ?? null,
        as_of,
        case_digest: digestOf(caseFile),
        claims: claims.length,
        documents: documents.length,
        max_rounds: maxRounds ?? stopDefaults.maxRounds,
        agents: this.#options.player.kind,
        run_id: debateRunId(debateId),
        replay_of: this.#options.player.record?.debateId ?? null,
      },
      [{ name: casePayload, mediaType: 'application/json', body: JSON.stringify(caseFile) }],
    );
  }
}

/** SHA-256 over the RFC 8785 form of a case. */
function digestOf(caseFile: CaseFile): string {
  const plain = JSON.parse(JSON.stringify(caseFile)) as Json;
  return `sha256:${createHash('sha256').update(canonicalJson(plain)).digest('hex')}`;
}
