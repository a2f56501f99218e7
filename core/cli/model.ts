import type { Command } from 'commander';
import { agentRoles, modelFileJsonSchema } from '../debate/index.ts';
import { type ModelClient, type ModelReply, placeOfModel } from '../language-model/index.ts';
import { describeProblem, fail, type Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { printJson } from './json-output.ts';
import { readModelOption } from './model-option.ts';
import { printable } from './printable.ts';

interface CheckOptions {
  readonly ask?: boolean;
  readonly json?: boolean;
}

const example = `
Example of a file:
  mizan_model: 1
  provider: ollama          # or openai-compatible, anthropic
  model: qwen3:32b
  context_tokens: 32768
  roles:
    arbiter: {provider: anthropic, model: claude-opus-4-5, \
prices: {currency: USD, input_per_million_tokens: 5, output_per_million_tokens: 25}}

Examples:
  mizan model check model.yml
  mizan model check --ask model.yml
  mizan model check local    # models/local.yml of your configuration folder
`;

/** `mizan model check | schema`. */
export function addModelCommands(program: Command, context: CliContext): void {
  const command = program
    .command('model')
    .description('Model files: which language model plays the roles of a debate, and at what price.');
  command
    .command('check')
    .argument('<file>', 'model file in YAML or JSON, or the name of one of your model files')
    .description('Check a model file and say which model each role has.')
    .option('--ask', 'also send each model one short question, to see that address, key and name are right')
    .option('--json', 'for programs')
    .addHelpText('after', example)
    .action((file: string, options: CheckOptions) => check(file, options, context));
  command
    .command('schema')
    .description('Print the JSON Schema of a model file.')
    .addHelpText('after', '\nExample:\n  mizan model schema > model.schema.json\n')
    .action(() => context.out(`${JSON.stringify(modelFileJsonSchema(), null, 2)}\n`));
}

interface CheckedModel {
  readonly roles: readonly string[];
  readonly provider: string;
  readonly model: string;
  readonly endpoint: string;
  readonly key: string;
  readonly prices: string;
  /** What came of the question; null when none was asked. */
  readonly answer: string | null;
}

/** Exit code 1 when a model does not answer, 2 when the file is no model file. */
async function check(file: string, options: CheckOptions, context: CliContext): Promise<void> {
  const read = await readModelOption(file, context);
  if (!read.ok) {
    for (const problem of read.problems) context.error(`mizan: ${printable(describeProblem(problem))}\n`);
    return context.exitWith(2);
  }
  const clients = agentRoles.map((role) => ({ role, client: read.models.clientOf(role) }));
  const models: CheckedModel[] = [];
  for (const [, group] of Map.groupBy(clients, ({ client }) => JSON.stringify(client.settings))) {
    const [first] = group;
    if (first === undefined) continue;
    const reply = options.ask === true ? await askShortly(first.client) : null;
    if (reply?.ok === false) context.exitWith(1);
    const roles = group.map(({ role }) => role);
    models.push(describeModel(roles, first.client, reply, context));
  }
  if (options.json) return printJson(context, models as unknown as Parameters<typeof printJson>[1]);
  for (const model of models) context.out(modelText(model));
}

/** One attempt: whoever checks wants to know now. */
async function askShortly(client: ModelClient): Promise<Result<ModelReply>> {
  const outcome = await client.askOnce({
    messages: [{ role: 'user', content: 'Answer with the JSON object {"ready": true} and nothing else.' }],
    schema: {
      type: 'object',
      properties: { ready: { type: 'boolean' } },
      required: ['ready'],
      additionalProperties: false,
    },
    signal: new AbortController().signal,
  });
  return outcome.ok ? outcome : fail(outcome.error.type, outcome.error.message);
}

function describeModel(
  roles: readonly string[],
  { settings }: ModelClient,
  reply: Result<ModelReply> | null,
  { environment }: CliContext,
): CheckedModel {
  const { provider, model, prices } = settings;
  const { endpoint, keyName } = placeOfModel(settings);
  const found = keyName !== null && (environment[keyName] ?? '') !== '';
  return {
    roles,
    provider,
    model,
    endpoint,
    key: keyName === null ? 'none needed' : `${keyName}${found ? '' : ', which is not set'}`,
    prices:
      prices === undefined
        ? 'unknown, so costs will be unknown'
        : `${prices.input_per_million_tokens} in, ${prices.output_per_million_tokens} out, ` +
          `${prices.currency} per million tokens`,
    answer: reply === null ? null : answerText(reply),
  };
}

function answerText(reply: Result<ModelReply>): string {
  if (!reply.ok) return describeProblem(reply.problem);
  const { inputTokens, outputTokens, cost, currency } = reply.value.usage;
  const price = cost === null ? 'cost unknown' : `${cost} ${currency}`;
  return `answers; ${inputTokens} tokens in, ${outputTokens} out, ${price}`;
}

function modelText({ roles, provider, model, endpoint, key, prices, answer }: CheckedModel): string {
  const lines = [
    `${model} (${provider}) for ${roles.join(', ')}`,
    `  endpoint  ${endpoint}`,
    `  key       ${key}`,
    `  prices    ${prices}`,
    ...(answer === null ? [] : [`  asked     ${answer}`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
