import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import { createHost } from '../host.ts';
import { openWebDoor } from '../web/index.ts';
import { systemTicker } from '../world/index.ts';
import { type CliContext, reportProblem } from './context.ts';
import { namedLedger, placesOf } from './ledger-option.ts';
import { keyStoreOf } from './reviewer-keys.ts';
import { version } from './version.ts';

/** The person at the terminal, as the console command needs them. */
export interface Terminal {
  /** Calls the listener for each line typed, until the returned function is called. */
  onLine(listener: () => void): () => void;
  /** Resolves when the person or the system asks the process to end. */
  untilInterrupted(): Promise<void>;
  /** Shows an address in the person's browser, where there is one. */
  openAddress(address: string): void;
}

const builtRenderer = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

interface ConsoleOptions {
  readonly ledger?: string;
  readonly port: number;
  readonly open: boolean;
}

/** `mizan console`: the console in a browser, served on loopback until Ctrl-C. */
export function addConsoleCommands(program: Command, context: CliContext, terminal: Terminal): void {
  program
    .command('console')
    .description('Serve the review console on this machine only, and print its address.')
    .option('--ledger <file>', 'ledger to open (default: $MIZAN_LEDGER, else the one opened last)')
    .option('--port <number>', 'port on 127.0.0.1 (default: any free one)', parsePort, 0)
    .option('--no-open', 'do not open a browser')
    .action((options: ConsoleOptions) => serveConsole(options, context, terminal, builtRenderer));
}

/** Serves the renderer that is built in `assetsFolder` until the person ends it. */
export async function serveConsole(
  options: ConsoleOptions,
  context: CliContext,
  terminal: Terminal,
  assetsFolder: string,
): Promise<void> {
  const log = (report: string) => context.error(`mizan: ${report}\n`);
  const host = createHost({
    door: 'web',
    version,
    ...placesOf(context),
    keyStore: keyStoreOf(context),
    environment: context.environment,
    clock: context.clock,
    random: context.random,
    ticker: systemTicker,
    chooseFile: null,
    log,
  });
  const opened = await host.begin(namedLedger(options.ledger, context));
  if (!opened.ok) {
    await host.close();
    return reportProblem(context, opened.problem);
  }
  const door = await openWebDoor({
    host,
    assetsFolder,
    port: options.port,
    clock: context.clock,
    random: context.random,
    ticker: systemTicker,
    log,
  });
  if (!door.ok) {
    await host.close();
    return reportProblem(context, door.problem);
  }
  const address = door.value.newAddress();
  context.out(`Mizan is ready: ${address}\n`);
  context.out('The address works once, within five minutes. Enter prints a new one, Ctrl-C ends.\n');
  const stopListening = terminal.onLine(() => context.out(`${door.value.newAddress()}\n`));
  if (options.open) terminal.openAddress(address);
  await terminal.untilInterrupted();
  stopListening();
  await door.value.close();
  await host.close();
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}
