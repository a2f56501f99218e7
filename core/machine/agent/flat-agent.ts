import type { JsonObject } from '../../canonical/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { checkDocument } from '../config/check.ts';
import { dataDocument } from '../config/document.ts';
import { readConfig } from '../config/gather.ts';
import {
  type AgentSource,
  agentSchema,
  type ModelConfig,
  type ProfilesSource,
  profilesSchema,
} from '../config/schema.ts';
import type { AgentAnswer, AgentRunner } from '../hooks.ts';
import { MachineFailure } from '../machine-error.ts';
import { plainObject } from '../plain-json.ts';
import type { TemplateEngine } from '../template/render.ts';
import { resolveModel } from './model-profile.ts';
import { readOutput } from './read-output.ts';

export interface Message {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/**
 * Whoever talks to models. What it throws is an error of the call, with `retryable` and `retry_after` if it has them.
 */
export interface LanguageModel {
  complete(request: {
    readonly model: ModelConfig;
    readonly messages: readonly Message[];
    readonly signal: AbortSignal;
  }): Promise<{ readonly text: string; readonly apiCalls?: number; readonly cost?: number }>;
}

export interface AgentPorts {
  readonly templates: TemplateEngine;
  readonly languageModel: LanguageModel;
  readonly profiles: ProfilesSource['data'] | null;
}

export interface AgentResult extends AgentAnswer {
  /** The fields of the output schema, else `{content}`. */
  readonly output: JsonObject;
  /** What the model wrote. */
  readonly content: string;
}

/** The seed's FlatAgent: one call of a model, with prompts made from templates and an output that is checked. */
export class FlatAgent {
  readonly source: AgentSource;
  readonly #model: ModelConfig;
  readonly #ports: AgentPorts;

  private constructor(source: AgentSource, model: ModelConfig, ports: AgentPorts) {
    this.source = source;
    this.#model = model;
    this.#ports = ports;
  }

  /** Errors: `template-syntax`, `profile-unknown`, `model-missing`. */
  static create(source: AgentSource, ports: AgentPorts): Result<FlatAgent> {
    const { system, user, instruction_suffix: suffix = '', model } = source.data;
    for (const text of [system, user, suffix]) {
      const checked = ports.templates.check(text);
      if (!checked.ok) return checked;
    }
    const resolved = resolveModel(model, ports.profiles);
    return resolved.ok ? ok(new FlatAgent(source, resolved.value, ports)) : resolved;
  }

  /** Loads an agent from YAML or JSON. Errors: those of a configuration, and of `create`. */
  static async load(name: string, text: string, ports: AgentPorts): Promise<Result<FlatAgent>> {
    const document = await readConfig(name, text);
    if (!document.ok) return document;
    const source = checkDocument<AgentSource>(document.value, agentSchema);
    return source.ok ? FlatAgent.create(source.value, ports) : source;
  }

  /** Errors: `not-json`, `template-failed`, `template-limit`, `output-invalid`. What the model throws is thrown on. */
  async call(input: unknown, signal: AbortSignal = new AbortController().signal): Promise<Result<AgentResult>> {
    const data = plainObject(input, 'The input');
    if (!data.ok) return data;
    const messages = this.#messages(data.value);
    if (!messages.ok) return messages;
    const {
      text,
      apiCalls = 1,
      cost = 0,
    } = await this.#ports.languageModel.complete({
      model: this.#model,
      messages: messages.value,
      signal,
    });
    const { output: fields } = this.source.data;
    const output = fields === undefined ? ok({ content: text }) : readOutput(text, fields);
    return output.ok ? ok({ output: output.value, content: text, apiCalls, cost }) : output;
  }

  /** What is said to the model; texts that are empty are left out. */
  #messages(input: JsonObject): Result<readonly Message[]> {
    const { system, user, instruction_suffix: suffix } = this.source.data;
    const messages: Message[] = [];
    const prompt = suffix === undefined ? user : `${user}\n\n${suffix}`;
    for (const [role, template] of [
      ['system', system],
      ['user', prompt],
    ] as const) {
      if (template === '') continue;
      const content = this.#text(template, input);
      if (!content.ok) return content;
      messages.push({ role, content: content.value });
    }
    return ok(messages);
  }

  #text(template: string, input: JsonObject): Result<string> {
    const rendered = this.#ports.templates.render(template, { input });
    if (!rendered.ok) return rendered;
    return ok(typeof rendered.value === 'string' ? rendered.value : JSON.stringify(rendered.value));
  }
}

/** Reads model profiles from YAML or JSON. Errors: those of a configuration, `profile-unknown`. */
export async function loadProfiles(name: string, text: string): Promise<Result<ProfilesSource['data']>> {
  const document = await readConfig(name, text);
  if (!document.ok) return document;
  const source = checkDocument<ProfilesSource>(document.value, profilesSchema);
  if (!source.ok) return source;
  const { data } = source.value;
  for (const field of ['default', 'override'] as const) {
    const profile = data[field];
    if (profile !== undefined && !Object.hasOwn(data.model_profiles, profile)) {
      const message = `There is no model profile ${JSON.stringify(profile)}`;
      return fail('profile-unknown', message, document.value.place(['data', field]));
    }
  }
  return ok(data);
}

/** Answers for a machine's agents with FlatAgents: `agents` by name, inline ones as they are written in the machine. */
export function agentRunner(agents: ReadonlyMap<string, FlatAgent>, ports: AgentPorts): AgentRunner {
  return {
    find: (reference) => {
      const known = agents.get(reference.name);
      const agent =
        known === undefined && reference.kind === 'inline' ? FlatAgent.create(reference.agent, ports) : ok(known);
      if (agent.ok && agent.value === undefined) return undefined;
      return async ({ input, signal }) => {
        if (!agent.ok) throw new MachineFailure(agent.problem.code, agent.problem.message, false);
        const result = await agent.value?.call(input, signal);
        if (result === undefined || result.ok) return result?.value ?? { output: null };
        throw new MachineFailure(result.problem.code, result.problem.message);
      };
    },
  };
}

/** An agent that came as data. Errors as for `FlatAgent.load`. */
export function createAgent(name: string, value: unknown, ports: AgentPorts): Result<FlatAgent> {
  const source = checkDocument<AgentSource>(dataDocument(name, value), agentSchema);
  return source.ok ? FlatAgent.create(source.value, ports) : source;
}
