import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findPolicy, loadPolicyFile, standardPolicies } from '../verification/index.ts';
import { type CliContext, reportProblem } from './context.ts';

/** `mizan policy list` and `mizan policy check NAME_OR_FILE...` */
export function addPolicyCommands(program: Command, context: CliContext): void {
  const policy = program.command('policy').description('Verification policies.');
  policy
    .command('list')
    .description('Name the standard policies.')
    .action(() => {
      for (const { name, agentType } of standardPolicies) context.out(`${name}  ${agentType ?? ''}\n`);
    });
  policy
    .command('check')
    .description('Say whether policies can be used, and what to correct.')
    .argument('<policies...>', 'names, or .yml files')
    .action((names: readonly string[]) => check(names, context));
}

async function check(names: readonly string[], context: CliContext): Promise<void> {
  for (const name of names) {
    const isFile = /\.ya?ml$/.test(name);
    const found = isFile
      ? await loadPolicyFile(resolve(context.workingFolder, name))
      : await findPolicy(name, context.workingFolder);
    if (found.ok) context.out(`${name}: policy ${found.value.name} is good\n`);
    else reportProblem(context, found.problem);
  }
}
