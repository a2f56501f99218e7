import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { ModelChoice } from '../api/index.ts';
import { agentRoles, type DebateModels, type ReadModels, readModelText } from '../debate/index.ts';
import { placeOfModel, systemModelPorts } from '../language-model/index.ts';
import { ok, type Problem, type Result, required } from '../problem/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';

interface ModelWorld {
  readonly configFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: RandomSource;
}

const endings: ReadonlySet<string> = new Set(['.yml', '.yaml', '.json']);

/** Whether a text can only be a path: a name of `listModels` has neither a folder nor one of these endings. */
export function isModelPath(text: string): boolean {
  return /[/\\]/.test(text) || endings.has(parse(text).ext);
}

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

/**
 * The models of the file with this name. Errors: `model-unknown`, which lists the names there are, and those of
 * `readModelFile`.
 */
export async function readNamedModels(name: string, world: ModelWorld): Promise<ReadModels> {
  const folder = folderOf(world);
  const files = await filesIn(folder);
  const file = files.find((one) => parse(one).name === name);
  if (file !== undefined) return readModelFile(join(folder, file), world);
  const names = [...new Set(files.map((one) => parse(one).name))].join(', ');
  const there = names === '' ? 'there is none at all' : `there are: ${names}`;
  const message = `No model file in ${folder} has this name; ${there}`;
  return { ok: false, problems: [{ code: 'model-unknown', message, place: name }] };
}

/** `readNamedModels`, with the first of several problems. */
export async function findModels(name: string, world: ModelWorld): Promise<Result<DebateModels>> {
  const read = await readNamedModels(name, world);
  return read.ok ? ok(read.models) : { ok: false, problem: firstOf(read.problems) };
}

/** The models of a file; `place` is what its problems call it. Errors: `model-file-unreadable`, a model file's. */
export async function readModelFile(path: string, world: ModelWorld, place = path): Promise<ReadModels> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    const problem = { code: 'model-file-unreadable', message: 'This file cannot be read', place };
    return { ok: false, problems: [problem] };
  }
  return readModelText(place, text, systemModelPorts(world));
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
