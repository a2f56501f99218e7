import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type RuleText, ruleText, ruleTexts } from '../rules/index.ts';
import { findPolicy, loadPolicyFile, ownPolicyFiles, standardPolicies } from '../verification/index.ts';
import { type CliContext, reportProblem } from './context.ts';

/** `mizan policy list`, `mizan policy check NAME_OR_FILE...` and `mizan policy explain [RULE]` */
export function addPolicyCommands(program: Command, context: CliContext): void {
  const policy = program.command('policy').description('Verification policies.');
  policy
    .command('list')
    .description('Name the policies of this project and the standard ones, with the agents they are for.')
    .action(() => list(context));
  policy
    .command('check')
    .description('Say whether policies can be used, and what to correct.')
    .argument('<policies...>', 'names, or .yml files')
    .addHelpText(
      'after',
      '\nExamples:\n  mizan policy check lenient-refactoring\n  mizan policy check .mizan/policies/orders.yml\n',
    )
    .action((names: readonly string[]) => check(names, context));
  policy
    .command('explain')
    .description('Say what a rule means, why it is one, and what sets it; without a rule, name them all.')
    .argument('[rule]', 'as in a finding')
    .addHelpText('after', '\nExample:\n  mizan policy explain complexity/cyclomatic\n')
    .action((rule: string | undefined) => explain(rule, context));
}

async function list(context: CliContext): Promise<void> {
  const own = await ownPolicyFiles(context.workingFolder);
  const standard = standardPolicies.map(({ name }) => name).filter((name) => !own.has(name));
  for (const name of [...own.keys(), ...standard]) {
    const found = await findPolicy(name, context.workingFolder);
    if (found.ok) context.out(`${name}  ${found.value.agentType ?? ''}`.trimEnd().concat('\n'));
    else reportProblem(context, found.problem);
  }
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

function explain(name: string | undefined, context: CliContext): void {
  if (name === undefined) {
    for (const { rule, title } of ruleTexts) context.out(`${rule.padEnd(36)}  ${title}\n`);
    return;
  }
  const rule = ruleText(name);
  if (rule !== null) context.out(textOf(rule));
  else {
    const message = `There is no rule ${JSON.stringify(name)}; mizan policy explain names them all`;
    reportProblem(context, { code: 'rule-unknown', message });
  }
}

function textOf({ rule, title, severity, meaning, example, why, setting, source }: RuleText): string {
  const indented = (text: string) => text.replaceAll(/^/gm, '  ');
  return [
    `${rule} (${severity}): ${title}`,
    meaning,
    `Speaks:\n${indented(example.bad)}`,
    `Is silent:\n${indented(example.good)}`,
    `Why: ${why}`,
    `Set by: ${setting ?? 'no setting, it always holds'}`,
    `Source: ${source}\n`,
  ].join('\n\n');
}
