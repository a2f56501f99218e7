import { fail, ok, type Result } from '../problem/index.ts';
import { checkKey } from './keys.ts';

const scheme = 'flatagents://';

export interface ResultAddress {
  readonly executionId: string;
  /** `result` when the address names none. */
  readonly path: string;
}

/** Reads `flatagents://{execution_id}/{path}` (S3). Errors: `uri-scheme`, `key-invalid`. */
export function parseResultUri(uri: string): Result<ResultAddress> {
  if (!uri.startsWith(scheme)) {
    return fail('uri-scheme', `A result address starts with ${scheme}, found ${JSON.stringify(uri.slice(0, 80))}`);
  }
  const rest = uri.slice(scheme.length);
  const slash = rest.indexOf('/');
  const executionId = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 || slash === rest.length - 1 ? 'result' : rest.slice(slash + 1);
  const checked = checkKey(`${executionId}/${path}`);
  return checked.ok ? ok({ executionId, path }) : checked;
}
