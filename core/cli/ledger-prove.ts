import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkProof, makeProof, type ProofReport } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { isoTime } from '../world/index.ts';
import { collect, wholeNumber } from './arguments.ts';
import { type CliContext, reportProblem } from './context.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { printable } from './printable.ts';
import { publicKeyOption, readPublicKeys } from './public-keys.ts';

interface ProveOptions {
  readonly ledger?: string;
  readonly out?: string;
  readonly body?: readonly string[];
  readonly check?: string;
  readonly key?: readonly string[];
}

/** `mizan ledger prove`: one event as a file that proves itself, and its check without a ledger. */
export function addLedgerProve(ledger: Command, context: CliContext): void {
  ledger
    .command('prove')
    .argument('[seq]', 'the event', wholeNumber)
    .description('Write a proof of one event that anybody can check offline, or check such a file.')
    .option('--out <file>', 'write it to this file (default: standard output)')
    .option('--body <name>', 'show this body in the proof; may be repeated', collect)
    .option('--check <file>', 'check a proof file; no ledger is needed')
    .option(...publicKeyOption, collect)
    .option(...ledgerOption)
    .action(async (seq: number | undefined, options: ProveOptions) => {
      if (options.check !== undefined) return check(options.check, options, context);
      if (seq === undefined) {
        return reportProblem(context, {
          code: 'event-missing',
          message: 'Give the number of an event, or --check FILE',
        });
      }
      return lendLedger(context, readNamedLedger(options.ledger, context, { acceptOlder: true }), (reader) => {
        const proof = makeProof(reader, seq, options.body ?? []);
        if (!proof.ok) return proof;
        const text = `${JSON.stringify(proof.value, null, 2)}\n`;
        if (options.out === undefined) context.out(text);
        else writeFileSync(resolve(context.workingFolder, options.out), text);
        return ok(null);
      });
    });
}

async function check(file: string, options: ProveOptions, context: CliContext): Promise<void> {
  const keys = readPublicKeys(options.key ?? [], context);
  if (!keys.ok) return reportProblem(context, keys.problem);
  const text = readText(resolve(context.workingFolder, file));
  if (!text.ok) return reportProblem(context, text.problem);
  const report = checkProof(text.value, keys.value);
  if (!report.ok && report.problem.code !== 'proof-false') return reportProblem(context, report.problem);
  context.out(report.ok ? reportText(report.value) : `${report.problem.message}\n`);
  context.exitWith(report.ok ? 0 : 1);
}

function readText(path: string): Result<string> {
  try {
    return ok(readFileSync(path, 'utf8'));
  } catch {
    return fail('file-unreadable', 'This file cannot be read', path);
  }
}

function reportText({ event, origin, treeSize, signatureChecked, witnesses, payloads }: ProofReport): string {
  const lines = [
    `Event ${event.seq}, ${event.type}, ${event.at}, by ${event.actor.kind} ${event.actor.id}, about ${event.subject}`,
    `stands in the tree of ${treeSize} events of ${origin}.`,
    ...payloads.map(({ name, body }) => `The body ${name} (${body.length} bytes) is the one that was recorded.`),
    ...witnesses.map(({ name, time }) => `${name} saw this tree on ${isoTime(time)}.`),
    signatureChecked
      ? 'The checkpoint is signed with the given key.'
      : 'The signature was not checked: give the public key of the ledger with --key.',
  ];
  return `${printable(lines.join('\n'))}\n`;
}
