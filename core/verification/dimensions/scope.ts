import { Minimatch } from 'minimatch';
import type { ScopeRules } from '../policy/rules.ts';
import { type ChangedFile, normalisePath } from '../project/tree.ts';
import type { DimensionFindings, Violation } from '../result.ts';

/** Whether a path lies under a scope pattern (V1): minimatch with dot files, equal text matches, `dir/` is `dir/**`. */
export function globMatches(pattern: string, path: string): boolean {
  return compile(pattern)(normalisePath(path));
}

function compile(pattern: string): (path: string) => boolean {
  const isFolder = pattern.endsWith('/');
  const normal = normalisePattern(pattern);
  const glob = isFolder ? `${normal}/**` : normal;
  const matcher = new Minimatch(glob, { dot: true, nocomment: true, nonegate: true });
  return (path) => path === normal || path === pattern || (glob !== '/**' ? matcher.match(path) : true);
}

/** Braces, classes and escapes may hold slashes and dots of their own, so only a leading `./` is taken off. */
function normalisePattern(pattern: string): string {
  return pattern
    .replace(/^(?:\.\/+)+/, '')
    .replace(/\/+$/, '')
    .replace(/\/{2,}/g, '/');
}

/** Every touched path, old names of moved files included, must be allowed and not forbidden; forbidden wins. */
export function verifyScope(files: readonly ChangedFile[], rules: ScopeRules): DimensionFindings {
  const forbidden = rules.forbiddenPaths.map((pattern) => ({ pattern, test: compile(pattern) }));
  const allowed = rules.allowedPaths?.map(compile) ?? null;
  const paths = new Set(files.flatMap((file) => [file.path, ...(file.basePath === null ? [] : [file.basePath])]));
  const violations = [...paths].flatMap((path): readonly Violation[] => {
    const normal = normalisePath(path);
    const hit = forbidden.find(({ test }) => test(normal));
    if (hit !== undefined) {
      return [outside(path, 'scope/forbidden', `The file is in the forbidden path '${hit.pattern}'`)];
    }
    if (leadsOut(path, normal)) return [outside(path, 'scope/outside', 'The file lies outside the project')];
    if (allowed === null || allowed.some((test) => test(normal))) return [];
    const patterns = rules.allowedPaths?.join(', ') ?? '';
    return [outside(path, 'scope/not-allowed', `The file is outside the allowed paths (${patterns})`)];
  });
  return { violations, inconclusive: [] };
}

function leadsOut(path: string, normal: string): boolean {
  return normal.startsWith('../') || normal === '..' || path.startsWith('/');
}

function outside(file: string, rule: string, message: string): Violation {
  return {
    type: 'scope-violation',
    severity: 'error',
    dimension: 'scope',
    file,
    line: null,
    message,
    suggestion: 'Leave this file as it was, or widen the scope of the policy',
    rule,
    symbol: file,
  };
}
