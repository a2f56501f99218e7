import { fail, ok, type Result } from '../../problem/index.ts';
import type { AgentSource, ModelConfig, ProfilesSource } from '../config/schema.ts';

/**
 * The model an agent uses: the profile it names, or the default profile when it says nothing at all; over that what it
 * writes itself; over everything the override profile. Errors: `profile-unknown`, `model-missing`.
 */
export function resolveModel(
  written: AgentSource['data']['model'],
  profiles: ProfilesSource['data'] | null,
): Result<ModelConfig> {
  const { profile, ...own } =
    typeof written === 'string' ? { profile: written } : (written ?? { profile: profiles?.default });
  const base = profileOf(profiles, profile);
  if (!base.ok) return base;
  const override = profileOf(profiles, profiles?.override);
  if (!override.ok) return override;
  const { name, ...rest } = { ...base.value, ...own, ...override.value };
  return name === undefined
    ? fail('model-missing', 'Neither the agent nor a profile names a model')
    : ok({ ...rest, name });
}

/** The named profile; nothing when none is named. */
function profileOf(profiles: ProfilesSource['data'] | null, name: string | undefined): Result<Partial<ModelConfig>> {
  if (name === undefined) return ok({});
  const found =
    profiles !== null && Object.hasOwn(profiles.model_profiles, name) ? profiles.model_profiles[name] : undefined;
  return found === undefined
    ? fail('profile-unknown', `There is no model profile ${JSON.stringify(name)}`, name)
    : ok(found);
}
