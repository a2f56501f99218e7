import type { WrongName } from './wording.ts';

/** A name that javac does not find, with what it says of the type that should have it. */
export interface MissingInJava extends WrongName {
  readonly kind: string;
  /** The bare name of the type in which it was looked for; null: javac names none. */
  readonly type: string | null;
}

/** What javac says is missing; null when it is about something else. `more` is what stands below the message. */
export function missingInJava(message: string, more: readonly string[]): MissingInJava | null {
  const arity = /^(?:method|constructor) (\w+) in \w+ (\w+)(?:<.*>)? cannot be applied to given types;/.exec(message);
  if (arity !== null) {
    const isCount = more.some((line) => line.includes('argument lists differ in length'));
    if (!isCount) return null;
    const [, symbol = '', type = ''] = arity;
    return { rule: 'arity', symbol, owner: symbol === type ? null : type, kind: 'method', type };
  }
  const taken = packageIn(message);
  if (taken !== null && !taken.includes('.') && !isImport(more)) {
    return { rule: 'name', symbol: taken, kind: 'variable', type: null };
  }
  return message === 'cannot find symbol' ? missingSymbol(more) : null;
}

/** Of "cannot find symbol": the lines below name the symbol and where it was looked for. */
function missingSymbol(more: readonly string[]): MissingInJava | null {
  const symbol = /^(\w+) ([\w$]+)/.exec(textBehind('symbol:', more));
  if (symbol === null) return null;
  const [, kind = '', name = ''] = symbol;
  const location = textBehind('location:', more);
  const type = typeIn(location);
  const [source = '', mark = ''] = more;
  if (isImport(more)) {
    const owner = /^package ([\w.]+)/.exec(location)?.[1] ?? type;
    return { rule: 'import', symbol: name, owner, kind, type };
  }
  const isMember = location.startsWith('variable ') || isAfterDot(source, name, mark);
  const isCall = kind === 'method';
  if (isMember && type !== null) return { rule: 'member', symbol: name, owner: type, kind, type };
  return { rule: 'name', symbol: name, isCall, kind, type };
}

/** What stands behind a title in the lines below a message. */
function textBehind(title: string, more: readonly string[]): string {
  const line = more.find((one) => one.startsWith(title)) ?? title;
  return line.slice(title.length).trimStart();
}

/** The type that a location names, without its package. */
function typeIn(location: string): string | null {
  const typed = /^(?:variable \w+ of type|@?(?:class|interface|enum|record)) ([\w.$]+)/.exec(location)?.[1];
  return typed?.split('.').at(-1) ?? null;
}

/** Whether the marked use has a receiver: javac marks its dot. The columns are lost, so the name is looked for. */
function isAfterDot(source: string, name: string, mark: string): boolean {
  return (
    mark === '^' && new RegExp(`[\\w)\\]>"']\\s*\\.\\s*(?:<[^>]*>)?${name.replaceAll('$', '\\$')}\\b`).test(source)
  );
}

/** The package that javac does not find; null too for a wrong name that javac takes for one, as in `sytem.out`. */
export function missingPackageInJava(message: string, more: readonly string[]): string | null {
  const name = packageIn(message);
  return name !== null && (name.includes('.') || isImport(more)) ? name : null;
}

function packageIn(message: string): string | null {
  return /^package ([\w.]+) (?:does not exist|is not visible)$/.exec(message)?.[1] ?? null;
}

function isImport([source = '']: readonly string[]): boolean {
  return /^import\b/.test(source);
}
