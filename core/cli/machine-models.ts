import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { flatAgentModel, systemModelPorts } from '../language-model/index.ts';
import { type AgentRunner, agentRunner, loadProfiles } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { templateEngine } from '../runs/index.ts';
import type { CliContext } from './context.ts';

/**
 * Answers with models for the FlatAgents that are written in a machine. `file` has the profiles. Errors:
 * `file-unreadable`, those of a configuration, `profile-unknown`.
 */
export async function modelAgents(file: string, context: CliContext): Promise<Result<AgentRunner>> {
  let text: string;
  try {
    text = await readFile(resolve(context.workingFolder, file), 'utf8');
  } catch {
    return fail('file-unreadable', 'This file cannot be read', file);
  }
  const profiles = await loadProfiles(file, text);
  if (!profiles.ok) return profiles;
  const languageModel = flatAgentModel(systemModelPorts(context));
  return ok(agentRunner(new Map(), { templates: await templateEngine(), languageModel, profiles: profiles.value }));
}
