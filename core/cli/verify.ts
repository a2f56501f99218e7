import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Json } from '../canonical/index.ts';
import { standardPlaces } from '../user-folders/index.ts';
import {
  type AgentVerificationResult,
  FindingsCache,
  formatVerificationReport,
  prepareVerification,
  systemTools,
  verificationToJson,
  verificationToSarif,
  verifyChange,
} from '../verification/index.ts';
import { systemTicker } from '../world/index.ts';
import { type CliContext, reportProblem } from './context.ts';
import { printable } from './printable.ts';
import { workWithProgress } from './run-with-progress.ts';
import { version } from './version.ts';

interface VerifyOptions {
  readonly policy?: string;
  readonly ref?: string;
  readonly to?: string;
  readonly task: string;
  readonly cache: boolean;
  readonly format: 'text' | 'json' | 'sarif';
}

/** `mizan verify [PATHS]`: the five dimensions (seed 004). Exit code 0 passed, 1 failed, 2 could not run. */
export function addVerifyCommand(program: Command, context: CliContext): void {
  program
    .command('verify')
    .description('Verify a change in five dimensions: scope, hallucination, style, semantics, complexity.')
    .argument('[paths...]', 'files or folders; without them, what git says has changed')
    .option('--policy <name>', 'a standard policy, one of .mizan/policies, or a .yml file')
    .option('--ref <ref>', 'a commit or tree to compare with (default: HEAD)')
    .option('--to <ref>', 'the other side (default: the working tree)')
    .option('--task <text>', 'what the agent was asked to do', '')
    .option('--no-cache', 'look at everything again, whatever was found before')
    .addOption(
      new Option('--format <format>', 'how to print the result').choices(['text', 'json', 'sarif']).default('text'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  mizan verify\n  mizan verify --policy lenient-refactoring --ref main src\n' +
        '  mizan verify --format sarif > mizan.sarif\n',
    )
    .action((paths: readonly string[], options: VerifyOptions) => verify(paths, options, context));
}

async function verify(paths: readonly string[], options: VerifyOptions, context: CliContext): Promise<void> {
  const prepared = await prepareVerification({
    folder: context.workingFolder,
    policyName: options.policy ?? null,
    paths,
    ref: options.ref ?? null,
    to: options.to ?? null,
  });
  if (!prepared.ok) return reportProblem(context, prepared.problem);
  const { change, policy } = prepared.value;
  const ran = await workWithProgress(context, 'verify', ({ signal, progress }) =>
    verifyChange(change, policy, options.task, {
      clock: context.clock,
      ticker: systemTicker,
      signal,
      tools: systemTools(context.environment, signal),
      progress: (done, total) => progress('verify', done, total),
      ...(options.cache
        ? { cache: new FindingsCache(join(standardPlaces(context.environment, homedir()).cacheFolder, 'verification')) }
        : {}),
    }),
  );
  if (!ran.ok) return reportProblem(context, ran.problem);
  context.out(render(ran.value, options.format));
  context.exitWith(exitCodes[ran.value.status]);
}

const exitCodes = { passed: 0, warnings: 0, failed: 1, inconclusive: 2 } as const;

function render(result: AgentVerificationResult, format: VerifyOptions['format']): string {
  const json = (value: Json) => `${JSON.stringify(value, null, 2)}\n`;
  switch (format) {
    case 'text':
      return printable(formatVerificationReport(result));
    case 'json':
      return json(verificationToJson(result));
    case 'sarif':
      return json(verificationToSarif(result, version));
  }
}
