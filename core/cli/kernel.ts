import { type Command, Option } from 'commander';
import { type ExportLanguage, exportKernel, exportLanguages } from '../kernel/index.ts';
import type { CliContext } from './context.ts';

/** `mizan kernel export` */
export function addKernelCommands(program: Command, context: CliContext): void {
  const kernel = program.command('kernel').description('The decision kernel that every tool call passes.');
  kernel
    .command('export')
    .description('Print its decisions for another system: SMT-LIB 2 with a check per theorem, or a Python module.')
    .addOption(new Option('--to <language>', 'what to print').choices(exportLanguages).makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  mizan kernel export --to smt | z3 -in\n')
    .action(({ to }: { readonly to: ExportLanguage }) => context.out(exportKernel(to)));
}
