import type { ToolName } from './toolchain.ts';

/** What a compiler found wrong, before it has a sentence. */
export interface WrongName {
  readonly rule: ToolName['rule'];
  readonly symbol: string;
  /** The type or module that lacks it; null: none is named. */
  readonly owner?: string | null;
  readonly isCall?: boolean;
  readonly nearest?: string | null;
  readonly open?: string | null;
}

/** The name with a sentence in the words of the other languages. */
export function toolName(file: string, line: number, wrong: WrongName): ToolName {
  const { rule, symbol, owner = null, isCall = false, nearest = null, open = null } = wrong;
  const typo = nearest === null ? '' : ' (typo?)';
  const message = `${sentence(rule, symbol, owner, isCall)}${typo}`;
  return { rule, file, line, symbol: owner === null ? symbol : `${owner}.${symbol}`, message, nearest, open };
}

function sentence(rule: ToolName['rule'], symbol: string, owner: string | null, isCall: boolean): string {
  switch (rule) {
    case 'name':
      return isCall ? `Called undefined function '${symbol}'` : `Used undefined name '${symbol}'`;
    case 'member':
      return `There is no '${symbol}' in '${owner ?? ''}'`;
    case 'import':
      return owner === null ? `Imported '${symbol}' does not exist` : `Imported name '${symbol}' is not in '${owner}'`;
    case 'package':
      return `Imported package '${symbol}' is in no manifest of the project`;
    case 'arity':
      return `'${symbol}' is called with a number of arguments that it does not take`;
  }
}
