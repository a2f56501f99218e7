import { z } from 'zod';

/** The configuration as it is written (seed 003, spec 0.7.7). Unknown fields are errors everywhere. */

const json = z.json();
const templates = z.record(z.string(), json).describe('Jinja templates; lists and maps are walked');
const semanticVersion = z.string().regex(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/, 'must be a version like 0.7.7');
const stateName = z.string().min(1).max(200);
const metadata = z.record(z.string(), json).describe('Free notes; not read');

export const executionSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('default') }),
    z.strictObject({
      type: z.literal('retry'),
      backoffs: z
        .array(z.number().min(0))
        .max(100)
        .refine((waits) => waits.every((wait, index) => index === 0 || wait >= (waits[index - 1] ?? 0)), {
          message: 'backoffs must not decrease (M5)',
        })
        .default([2, 8, 16, 35])
        .describe('Seconds to wait before each further attempt'),
      jitter: z.number().min(0).max(1).default(0.1),
    }),
    z.strictObject({ type: z.literal('parallel'), n_samples: z.int().min(1).max(1000).default(3) }),
    z.strictObject({
      type: z.literal('mdap_voting'),
      k_margin: z.int().min(1).max(1000).default(3),
      max_candidates: z.int().min(1).max(1000).default(10),
    }),
  ])
  .describe('How often an agent or an action is called (M5, M6)');

const transitionSchema = z.strictObject({
  condition: z.string().optional().describe('Without one the transition always fires'),
  to: stateName,
});

const machineCall = z.union([stateName, z.strictObject({ name: stateName, input: templates.default({}) })]);

const stateSchema = z.strictObject({
  type: z.enum(['initial', 'final']).optional(),
  agent: stateName.optional(),
  machine: z.union([machineCall, z.array(machineCall).min(1).max(1000)]).optional(),
  action: stateName.optional(),
  execution: executionSchema.optional(),
  on_error: z.union([stateName, z.record(z.string(), stateName)]).optional(),
  input: templates.optional(),
  output_to_context: templates.optional(),
  output: templates.optional(),
  transitions: z.array(transitionSchema).max(1000).optional(),
  foreach: z.string().optional().describe('Template that gives the list to run the machine over'),
  as: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be a name')
    .refine((name) => !['context', 'input', 'output'].includes(name), { message: 'is the name of something else' })
    .optional()
    .describe('Name of the item in templates, item unless given'),
  key: z.string().optional().describe('Template; with it foreach gives a map'),
  mode: z.enum(['settled', 'any']).optional(),
  timeout: z.number().min(0).max(31_536_000).optional().describe('Seconds; 0 is never'),
  launch: z.union([machineCall, z.array(machineCall).min(1).max(1000)]).optional(),
  launch_input: templates.optional(),
});
export type StateSource = z.output<typeof stateSchema>;

const checkpointEvent = z.enum(['machine_start', 'execute', 'machine_end']);
export type CheckpointEvent = z.output<typeof checkpointEvent>;

const modelSchema = z.strictObject({
  name: z.string().min(1),
  provider: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().min(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(1).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  seed: z.int().optional(),
  base_url: z.string().optional(),
});

export type ModelConfig = z.output<typeof modelSchema>;

export interface OutputField {
  readonly type: 'str' | 'int' | 'float' | 'bool' | 'json' | 'list' | 'object';
  readonly description?: string | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly required?: boolean | undefined;
  readonly items?: OutputField | undefined;
  readonly properties?: { readonly [name: string]: OutputField } | undefined;
}

const outputField: z.ZodType<OutputField> = z.strictObject({
  type: z.enum(['str', 'int', 'float', 'bool', 'json', 'list', 'object']),
  description: z.string().optional(),
  enum: z.array(z.string()).min(1).optional(),
  required: z.boolean().optional(),
  get items() {
    return outputField.optional();
  },
  get properties() {
    return z.record(z.string(), outputField).optional();
  },
});

export const agentSchema = z.strictObject({
  spec: z.literal('flatagent'),
  spec_version: semanticVersion,
  data: z.strictObject({
    name: z.string().min(1).optional(),
    model: z
      .union([z.string().min(1), modelSchema.partial().extend({ profile: z.string().min(1).optional() })])
      .optional()
      .describe('A profile name, a model, or a profile with overrides'),
    system: z.string().default(''),
    user: z.string(),
    instruction_suffix: z.string().optional(),
    output: z.record(z.string(), outputField).optional(),
  }),
  metadata: metadata.optional(),
});
export type AgentSource = z.output<typeof agentSchema>;

export const profilesSchema = z.strictObject({
  spec: z.literal('flatprofiles'),
  spec_version: semanticVersion,
  data: z.strictObject({
    model_profiles: z.record(z.string(), modelSchema),
    default: z.string().optional(),
    override: z.string().optional(),
  }),
  metadata: metadata.optional(),
});
export type ProfilesSource = z.output<typeof profilesSchema>;

const path = z.string().min(1).max(1000);

export const machineSchema = z
  .strictObject({
    spec: z.literal('flatmachine'),
    spec_version: semanticVersion,
    data: z.strictObject({
      name: z.string().min(1).max(200).optional(),
      expression_engine: z.enum(['simple', 'cel']).default('simple'),
      context: templates.default({}),
      agents: z.record(z.string(), z.union([path, agentSchema])).default({}),
      get machines() {
        const reference: z.ZodType<MachineReference> = z.union([
          path,
          z.strictObject({ path }),
          z.strictObject({ inline: machineSchema }),
          machineSchema,
        ]) as z.ZodType<MachineReference>;
        return z.record(z.string(), reference).default({});
      },
      states: z.record(stateName, stateSchema).refine((states) => Object.keys(states).length > 0, {
        message: 'A machine needs at least one state',
      }),
      settings: z
        .strictObject({
          max_steps: z.int().min(1).max(1_000_000_000).optional(),
          max_depth: z.int().min(1).max(100).optional(),
        })
        .default({}),
      persistence: z
        .strictObject({
          enabled: z.literal(true).default(true).describe('Runs are always kept'),
          backend: z.enum(['memory', 'local', 'sqlite']).optional(),
          checkpoint_on: z.array(checkpointEvent).optional(),
        })
        .default({ enabled: true }),
    }),
    metadata: metadata.optional(),
  })
  .describe('FlatMachine configuration');
export type MachineReference = string | { readonly path: string } | { readonly inline: MachineSource } | MachineSource;
export type MachineSource = z.output<typeof machineSchema>;
