import type { WrongName } from './wording.ts';

const patterns: readonly { readonly rule: WrongName['rule']; readonly pattern: RegExp }[] = [
  { rule: 'member', pattern: /^undefined: (?<owner>\w+)\.(?<name>\w+)(?: \(but have (?<nearest>\w+)\))?$/ },
  { rule: 'name', pattern: /^undefined: (?<name>\w+)$/ },
  {
    rule: 'member',
    pattern:
      /^\S+ undefined \(type (?<owner>.+?) has no (?:field or )?method (?<name>\w+)(?:, but does have (?:field |method )?(?<nearest>\w+))?.*\)$/,
  },
  { rule: 'member', pattern: /^unknown field '?(?<name>\w+)'? in struct literal of type (?<owner>.+)$/ },
  {
    rule: 'member',
    pattern: /^(?:cannot refer to unexported )?name (?<name>\w+) not exported by package (?<owner>\w+)$/,
  },
  { rule: 'member', pattern: /^cannot refer to unexported name (?<owner>\w+)\.(?<name>\w+)$/ },
  { rule: 'arity', pattern: /^(?:not enough|too many) arguments in call to (?<name>.+)$/ },
];

/** What a message of Go's compiler says is missing; null when it is about something else. */
export function missingInGo(message: string): WrongName | null {
  for (const { rule, pattern } of patterns) {
    const { name, owner = null, nearest = null } = pattern.exec(message)?.groups ?? {};
    if (name !== undefined) return { rule, symbol: name, owner, nearest };
  }
  return null;
}

/** A package that an import names and that go.mod, the standard library or the module cache does not have. */
export function missingPackageInGo(message: string): WrongName | null {
  const wanted = /^no required module provides package ([^\s;]+)/.exec(message)?.[1];
  if (wanted !== undefined) return { rule: 'package', symbol: wanted };
  const standard = /^package (\S+) is not in (?:GOROOT|std)\b/.exec(message)?.[1];
  if (standard !== undefined) return { rule: 'import', symbol: standard };
  const unknown =
    /^missing go\.sum entry for module providing package ([^\s;]+)/.exec(message)?.[1] ??
    /^cannot find module providing package ([^\s;:]+)/.exec(message)?.[1];
  if (unknown === undefined) return null;
  return {
    rule: 'package',
    symbol: unknown,
    open: `The package '${unknown}' is not installed here, or go.sum lacks it`,
  };
}
