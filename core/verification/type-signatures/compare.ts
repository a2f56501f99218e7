import ts from '@typescript/typescript6';

/** A callable that a module offers, in one of its two states. */
export interface Callable {
  /** `open`, `Account.open`; a class by its own name stands for its constructor. */
  readonly symbol: string;
  readonly signatures: readonly ts.Signature[];
  readonly type: ts.Type;
  readonly declaration: ts.Node;
}

/** Why a use that was right for `old` may be wrong for `now`, judged by types; null when every use still fits (V6). */
export function typeNarrowed(old: Callable, now: Callable, checker: ts.TypeChecker): string | null {
  if (now.signatures.length === 0) return 'it can no longer be called';
  const [before] = old.signatures;
  const [after] = now.signatures;
  const isPlain = old.signatures.length === 1 && now.signatures.length === 1;
  if (before === undefined || after === undefined) return null;
  if (!isPlain || before.typeParameters !== undefined || after.typeParameters !== undefined) {
    const isSame =
      checker.isTypeAssignableTo(now.type, old.type) || shown(now.type, checker) === shown(old.type, checker);
    return isSame ? null : `its type is now ${short(now.type, checker)} instead of ${short(old.type, checker)}`;
  }
  const taken = narrowedParameter(before, after, old, now, checker);
  if (taken !== null) return taken;
  const returned = after.getReturnType();
  const expected = before.getReturnType();
  if (fits(returned, expected, checker)) return null;
  return `it returns ${short(returned, checker)} instead of ${short(expected, checker)}`;
}

function narrowedParameter(
  before: ts.Signature,
  after: ts.Signature,
  old: Callable,
  now: Callable,
  checker: ts.TypeChecker,
): string | null {
  for (const [index, parameter] of before.parameters.entries()) {
    const counterpart = after.parameters[index];
    if (counterpart === undefined) continue;
    const given = typeOf(parameter, old.declaration, checker);
    const taken = typeOf(counterpart, now.declaration, checker);
    if (fits(given, taken, checker)) continue;
    return `'${counterpart.name}' takes ${short(taken, checker)} instead of ${short(given, checker)}`;
  }
  return null;
}

/**
 * Whether every value of `source` can stand where `target` is asked for. The same class, brand or enumeration in two
 * states of a file is two types to the compiler, so members of a union that read the same are the same.
 */
function fits(source: ts.Type, target: ts.Type, checker: ts.TypeChecker): boolean {
  if (checker.isTypeAssignableTo(source, target)) return true;
  const known = new Set(membersOf(target).map((one) => shown(one, checker)));
  return membersOf(source).every((one) => known.has(shown(one, checker)) || checker.isTypeAssignableTo(one, target));
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function typeOf(symbol: ts.Symbol, at: ts.Node, checker: ts.TypeChecker): ts.Type {
  return checker.getTypeOfSymbolAtLocation(symbol, at);
}

function shown(type: ts.Type, checker: ts.TypeChecker): string {
  return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
}

function short(type: ts.Type, checker: ts.TypeChecker): string {
  const text = checker.typeToString(type);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
