import type { WrongName } from '../wording.ts';

/** How gcc and clang say that something is not there. Who lacks it is the `owner`. */
const patterns: readonly {
  readonly rule: WrongName['rule'];
  readonly isCall?: boolean;
  readonly pattern: RegExp;
}[] = [
  { rule: 'name', isCall: true, pattern: /^implicit declaration of function '(?<name>[^']+)'/ },
  { rule: 'name', isCall: true, pattern: /^call to undeclared (?:library )?function '(?<name>[^']+)'/ },
  { rule: 'name', isCall: true, pattern: /^there are no arguments to '(?<name>[^']+)' that depend on a template/ },
  { rule: 'name', pattern: /^'(?<name>[^']+)' undeclared/ },
  { rule: 'name', pattern: /^'(?<name>[^']+)' was not declared in this scope/ },
  { rule: 'name', pattern: /^use of undeclared identifier '(?<name>[^']+)'/ },
  { rule: 'name', pattern: /^unknown (?:type|class) name '(?<name>[^']+)'/ },
  { rule: 'name', pattern: /^'(?<name>[^']+)' does not name a (?:template )?type/ },
  { rule: 'name', pattern: /^'(?<name>[^']+)' has not been declared(?!\s+in)/ },
  { rule: 'member', pattern: /^'(?<name>[^']+)' has not been declared in '(?<owner>[^']+)'/ },
  { rule: 'member', pattern: /^'(?<name>[^']+)' in (?:namespace|class|struct) '(?<owner>[^']+)' does not name a/ },
  { rule: 'member', pattern: /^'(?<name>[^']+)' is not a member of '(?<owner>[^']+)'/ },
  {
    rule: 'member',
    pattern: /^no (?:member|type|template) named '(?<name>[^']+)' in (?:namespace )?'(?<owner>[^']+)'/,
  },
  { rule: 'member', pattern: /^'(?<owner>[^']+)'.* has no member named '(?<name>[^']+)'/ },
  { rule: 'arity', pattern: /^too (?:few|many) arguments to (?:function|method) '(?<name>[^']+)'/ },
];

/** What a message of gcc or clang says is missing; null when it is about something else. */
export function missingIn(message: string): WrongName | null {
  const [said = '', hint] = message.split("; did you mean '");
  const nearest = hint === undefined ? null : hint.replace(/'.*$/, '');
  for (const { rule, isCall = false, pattern } of patterns) {
    const { name = '', owner = null } = pattern.exec(said)?.groups ?? {};
    if (name === '') continue;
    return {
      rule,
      isCall,
      owner: owner?.replace(/^(class|struct|union|enum) /, '') ?? null,
      nearest,
      symbol: rule === 'arity' ? calledName(name) : name,
    };
  }
  return null;
}

/** The header that a compiler stopped at; null when it did not. */
export function missingHeader(message: string): string | null {
  const match = /^fatal error: (?:'([^']+)' file not found|(.+): No such file or directory)$/.exec(message);
  return match?.[1] ?? match?.[2] ?? null;
}

/** `int app::total(int)` as `app::total`. */
function calledName(signature: string): string {
  return /([\w:~]+)\s*\(/.exec(signature)?.[1] ?? signature;
}
