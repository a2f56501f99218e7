import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { ModelChoice } from '../api/index.ts';
import { agentRoles, type DebateModels, type ReadModels, readModelText } from '../debate/index.ts';
import { placeOfModel, systemModelPorts } from '../language-model/index.ts';
import { fail, ok, type Problem, type Result, required } from '../problem/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';

interface ModelWorld {
  readonly configFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: RandomSource;
}

const endings: ReadonlySet<string> = new Set(['.yml', '.yaml', '.json']);

/** The folder of this user's model files. */
function folderOf({ configFolder }: ModelWorld): string {
  return join(configFolder, 'models');
}

/** The model files by name; without the folder there are none. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && endings.has(parse(entry.name).ext));
  return files.map((entry) => entry.name).toSorted();
}

/** The model files of this user, each with its models or with what is wrong with it. */
export async function listModels(
  world: ModelWorld,
): Promise<{ readonly folder: string; readonly rows: ModelChoice[] }> {
  const folder = folderOf(world);
  const rows: ModelChoice[] = [];
  for (const file of await filesIn(folder)) {
    const { name } = parse(file);
    const read = await readModelFile(join(folder, file), world);
    const problem = read.ok ? missingKey(read.models, world) : firstOf(read.problems);
    rows.push({ name, models: read.ok ? modelsOf(read.models) : [], problem });
  }
  return { folder, rows };
}

/** The models of the file with this name. Errors: `model-unknown`, those of `readModelText`. */
export async function findModels(name: string, world: ModelWorld): Promise<Result<DebateModels>> {
  const folder = folderOf(world);
  const file = (await filesIn(folder)).find((one) => parse(one).name === name);
  if (file === undefined) return fail('model-unknown', `There is no model file of this name in ${folder}`, name);
  const read = await readModelFile(join(folder, file), world);
  return read.ok ? ok(read.models) : { ok: false, problem: firstOf(read.problems) };
}

async function readModelFile(path: string, world: ModelWorld): Promise<ReadModels> {
  try {
    return await readModelText(path, await readFile(path, 'utf8'), systemModelPorts(world));
  } catch {
    const problem = { code: 'model-file-unreadable', message: 'This file cannot be read', place: path };
    return { ok: false, problems: [problem] };
  }
}

function firstOf(problems: readonly Problem[]): Problem {
  return { ...required(problems[0], 'the problem of a model file') };
}

function modelsOf(models: DebateModels): ModelChoice['models'] {
  const places = agentRoles.map((role) => {
    const { settings } = models.clientOf(role);
    return { role, model: settings.model, endpoint: placeOfModel(settings).endpoint };
  });
  const groups = Map.groupBy(places, ({ model, endpoint }) => JSON.stringify([model, endpoint]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ model: first.model, endpoint: first.endpoint, roles: group.map(({ role }) => role) }];
  });
}

function missingKey(models: DebateModels, { environment }: ModelWorld): Problem | null {
  const names = agentRoles.map((role) => placeOfModel(models.clientOf(role).settings).keyName);
  const missing = names.find((name) => name !== null && (environment[name] ?? '') === '');
  if (missing === undefined || missing === null) return null;
  return { code: 'model-key-missing', message: `There is no key: set the environment variable ${missing}` };
}
