import type { ExportModel, Signature } from '../languages/model.ts';
import type { SemanticRules } from '../policy/rules.ts';
import type { Violation } from '../result.ts';
import { violation } from './findings.ts';

/** What head took away from users of base: exports, and ways to call what is still exported (V6). */
export function semanticViolations(
  base: readonly ExportModel[],
  head: readonly ExportModel[],
  file: string,
  rules: SemanticRules,
): readonly Violation[] {
  const now = new Map(head.map((one) => [one.name, one]));
  return [
    ...(rules.preserveExports ? removedExports(base, now, file) : []),
    ...(rules.preserveSignatures ? narrowedSignatures(base, now, file) : []),
  ];
}

type ExportsNow = ReadonlyMap<string, ExportModel>;

function removedExports(base: readonly ExportModel[], now: ExportsNow, file: string): readonly Violation[] {
  const gone = base.filter(
    ({ name, meaning }) => !now.has(name) || (meaning === 'value' && now.get(name)?.meaning === 'type'),
  );
  const goneNames = new Set(gone.map(({ name }) => name));
  return gone.flatMap(({ name }) => {
    // Members go with their class, which is told once.
    if (goneNames.has(name.split('.')[0] ?? '') && name.includes('.')) return [];
    const shown = name.replace(/^export /, '');
    return [
      violation({
        dimension: 'semantics',
        type: 'removed-export',
        rule: 'semantics/removed-export',
        symbol: name,
        file,
        line: null,
        message: `The export '${shown}' was removed${now.has(name) ? ', only a type of that name is left' : ''}`,
        suggestion: `Keep '${shown}', or keep an alias for those who use it`,
      }),
    ];
  });
}

function narrowedSignatures(base: readonly ExportModel[], now: ExportsNow, file: string): readonly Violation[] {
  return base.flatMap((old) => {
    const current = now.get(old.name);
    if (current === undefined || old.signature === null || current.signature === null) return [];
    const reason = narrowed(old.signature, current.signature);
    if (reason === null) return [];
    return [
      violation({
        dimension: 'semantics',
        type: 'incompatible-signature',
        rule: 'semantics/signature',
        symbol: old.name,
        file,
        line: current.line,
        message: `The signature of '${old.name}' was narrowed: ${reason}`,
        suggestion: 'Make new parameters optional and keep the old ones',
      }),
    ];
  });
}

/** Why a call that was right may be wrong now; null when every old call still fits. */
function narrowed(old: Signature, current: Signature): string | null {
  if (current.required > old.required) {
    return `it needs ${current.required} arguments instead of ${old.required} (changed arity)`;
  }
  if (current.maximum !== null && (old.maximum === null || current.maximum < old.maximum)) {
    const before = old.maximum === null ? 'any number' : String(old.maximum);
    return `it takes at most ${current.maximum} arguments instead of ${before} (changed arity)`;
  }
  const newlyRequired = current.requiredNames.filter((name) => !old.requiredNames.includes(name));
  if (newlyRequired.length > 0) return `it needs ${newlyRequired.join(', ')} by name`;
  const lost = lostByName(old, current);
  return lost === null ? null : `it no longer takes ${lost} by name`;
}

/** What could be given by name and no longer can. */
function lostByName(old: Signature, current: Signature): string | null {
  const known = current.names;
  if (known === null) {
    // What was given by an old name is taken, but what is needed has another.
    const renamed = lostFrom(old.requiredByName, current.requiredByName);
    const isNeeded = lostFrom(current.requiredByName, old.requiredByName).length > 0;
    return isNeeded && renamed.length > 0 ? renamed.join(', ') : null;
  }
  if (old.names === null) return 'any name';
  const lost = old.names.filter((name) => !known.includes(name));
  return lost.length > 0 ? lost.join(', ') : null;
}

function lostFrom(before: readonly string[] = [], after: readonly string[] = []): readonly string[] {
  return before.filter((name) => !after.includes(name));
}
