import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  formatVerifierKey,
  isKeyName,
  type LedgerReader,
  type NoteVerifier,
  openKeyFile,
  openLedgerForReading,
  openWitnessMemory,
  parseVerifierKey,
  witness,
} from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { checkpointKeyFile } from '../working-ledger/index.ts';
import { type CliContext, reportProblem } from './context.ts';
import { ledgerOption, placesOf, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';

interface CosignOptions {
  readonly as: string;
  readonly logKey: string;
  readonly store?: boolean;
}

/** `mizan ledger key`, `checkpoint` and `cosign`. */
export function addLedgerSigning(ledger: Command, context: CliContext): void {
  ledger
    .command('key')
    .description('Print the public key that checkpoints of this ledger are signed with; publish it.')
    .option('--witness <name>', 'print instead the key with which this machine cosigns under this name', keyName)
    .option(...ledgerOption)
    .action((options: { readonly ledger?: string; readonly witness?: string }) => {
      if (options.witness !== undefined) {
        const printed = printWitnessKey(options.witness, context);
        return printed.ok ? undefined : reportProblem(context, printed.problem);
      }
      return lendLedger(context, readNamedLedger(options.ledger, context, { acceptOlder: true }), (reader) =>
        printLedgerKey(reader, context),
      );
    });
  ledger
    .command('checkpoint')
    .description('Sign the tree as it is and print the signed note.')
    .option(...ledgerOption)
    .action((options: { readonly ledger?: string }) =>
      lendLedger(context, openNamedLedger(options.ledger, context), (opened) => {
        const checkpoint = opened.checkpoint();
        if (checkpoint.ok) context.out(checkpoint.value.note);
        return checkpoint;
      }),
    );
  ledger
    .command('cosign')
    .argument('<file>', 'the ledger to witness, or a copy of it')
    .description('Check that the ledger only grew since it was last cosigned here, and cosign its newest checkpoint.')
    .requiredOption('--as <name>', 'name of the witness: you, a machine, CI', keyName)
    .requiredOption('--log-key <key>', 'public key of the ledger, from its owner (mizan ledger key)')
    .option('--store', 'also store the cosignature in the ledger file')
    .action((file: string, options: CosignOptions) => cosign(resolve(context.workingFolder, file), options, context));
}

function keyName(text: string): string {
  if (isKeyName(text)) return text;
  throw new InvalidArgumentError('A key name has no spaces and no plus.');
}

function printLedgerKey(reader: LedgerReader, context: CliContext): Result<unknown> {
  const origin = reader.origin();
  if (!origin.ok) return origin;
  const key = openKeyFile(checkpointKeyFile(placesOf(context).configFolder));
  if (!key.ok) return key;
  const { publicKey } = key.value;
  context.out(`${formatVerifierKey({ kind: 'note', name: origin.value, publicKey })}\n`);
  return ok(null);
}

function witnessKey(context: CliContext) {
  return openKeyFile(join(placesOf(context).configFolder, 'witness-key.pem'));
}

function printWitnessKey(name: string, context: CliContext): Result<null> {
  const key = witnessKey(context);
  if (!key.ok) return key;
  context.out(`${formatVerifierKey({ kind: 'cosignature', name, publicKey: key.value.publicKey })}\n`);
  return ok(null);
}

/** Prints the cosigned note. A ledger that did not only grow is exit code 1: it was checked, and it is false. */
async function cosign(path: string, options: CosignOptions, context: CliContext): Promise<void> {
  const reader = openLedgerForReading(path, { acceptOlder: true });
  if (!reader.ok) return reportProblem(context, reader.problem);
  let cosigned: Result<Cosigned>;
  try {
    cosigned = cosignNewest(reader.value, options, context);
  } finally {
    reader.value.close();
  }
  if (!cosigned.ok) {
    reportProblem(context, cosigned.problem);
    if (checkedAndFalse.has(cosigned.problem.code)) context.exitWith(1);
    return;
  }
  const { note, verifier } = cosigned.value;
  context.out(note);
  if (!options.store) return;
  await lendLedger(context, openNamedLedger(path, context), (ledger) => ledger.addCosignature(note, verifier));
}

interface Cosigned {
  readonly note: string;
  readonly verifier: NoteVerifier;
}

const checkedAndFalse = new Set([
  'witness-signature-invalid',
  'witness-size-conflict',
  'witness-root-conflict',
  'witness-proof-invalid',
]);

function cosignNewest(reader: LedgerReader, options: CosignOptions, context: CliContext): Result<Cosigned> {
  const logKey = parseVerifierKey(options.logKey);
  if (!logKey.ok) return fail(logKey.problem.code, logKey.problem.message, '--log-key');
  const key = witnessKey(context);
  if (!key.ok) return key;
  const { dataFolder } = placesOf(context);
  const memory = openWitnessMemory(join(dataFolder, 'witness', `${options.as.replace(/[^A-Za-z0-9.-]/g, '_')}.json`));
  if (!memory.ok) return memory;
  const checkpoint = reader.latestCheckpoint();
  if (checkpoint === null) {
    return fail(
      'checkpoint-missing',
      'The ledger has no checkpoint yet; its owner makes one with mizan ledger checkpoint',
    );
  }
  const known = memory.value.recall(logKey.value.name);
  const proof = proofSince(reader, known, checkpoint.treeSize);
  if (!proof.ok) return proof;
  const request = { checkpoint: checkpoint.note, oldSize: known?.treeSize ?? 0, proof: proof.value };
  const signer = {
    name: options.as,
    publicKey: key.value.publicKey,
    sign: (bytes: Uint8Array) => key.value.sign(bytes),
  };
  const witnessed = witness(request, logKey.value, known, signer, context.clock.now());
  if (!witnessed.ok) return witnessed;
  memory.value.remember(logKey.value.name, witnessed.value.tree);
  return ok({
    note: `${checkpoint.note}${witnessed.value.line}\n`,
    verifier: { kind: 'cosignature', name: options.as, publicKey: key.value.publicKey },
  });
}

/** The proof that the ledger goes on from the tree this witness signed last; empty where it signed none. */
function proofSince(
  reader: LedgerReader,
  known: { readonly treeSize: number } | null,
  treeSize: number,
): Result<readonly Uint8Array[]> {
  if (known === null) return ok([]);
  if (known.treeSize > treeSize) {
    const signed = `This witness has signed ${known.treeSize} events`;
    const message = `${signed}; the ledger now shows ${treeSize}: its end was cut off`;
    return fail('witness-size-conflict', message, reader.path);
  }
  const proof = reader.consistencyProof(known.treeSize, treeSize);
  if (!proof.ok) return fail('witness-proof-invalid', proof.problem.message, reader.path);
  return ok(proof.value.path.map((hash) => Buffer.from(hash, 'hex')));
}
