import { fail, ok, type Result } from '../problem/index.ts';

const operators = new Set(['&', '|', ';', '<', '>', '(', ')', '`', '\n']);

/**
 * Splits a command as a POSIX shell splits words (quotes, backslashes, blanks) and nothing more: no expansion.
 * What only a shell could carry out is refused, because without a shell it would be passed on as plain text and the
 * test would mean something else than its author wrote (C4).
 * Errors: `command-needs-shell`, `command-unfinished-quote`; the place is the character, counted from 1.
 */
export function splitCommand(text: string): Result<readonly string[]> {
  const words: string[] = [];
  let word: string | null = null;
  let wordIsQuoted = false;
  let at = 0;
  const endWord = (): Result<null> => {
    if (word === null) return ok(null);
    if (words.length === 0 && !wordIsQuoted && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) {
      return needsShell(`${word.split('=')[0]}=`, 1, 'a variable in front of the command');
    }
    words.push(word);
    word = null;
    wordIsQuoted = false;
    return ok(null);
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (operators.has(character)) return needsShell(operatorAt(text, at), at + 1, 'a shell operator');
    if (character === '$' && /[A-Za-z_({?!#@*$0-9]/.test(text.charAt(at + 1))) {
      return needsShell(operatorAt(text, at), at + 1, 'a shell expansion');
    }
    if (character === ' ' || character === '\t') {
      const ended = endWord();
      if (!ended.ok) return ended;
      at += 1;
    } else {
      const part = readPart(text, at);
      if (!part.ok) return part;
      if (part.value.text !== null) word = (word ?? '') + part.value.text;
      wordIsQuoted ||= part.value.quoted;
      at = part.value.end;
    }
  }
  const ended = endWord();
  return ended.ok ? ok(words) : ended;
}

interface Part {
  /** Null for a line that goes on: it begins no word. */
  readonly text: string | null;
  readonly end: number;
  readonly quoted: boolean;
}

/** The next part of a word: a quoted text, a character after a backslash, or a character. */
function readPart(text: string, at: number): Result<Part> {
  const character = text.charAt(at);
  if (character === "'" || character === '"') {
    const quoted = readQuoted(text, at);
    return quoted.ok ? ok({ ...quoted.value, quoted: true }) : quoted;
  }
  if (character !== '\\') return ok({ text: character, end: at + 1, quoted: false });
  if (at + 1 >= text.length) return unfinished('\\', at + 1);
  const next = text.charAt(at + 1);
  return ok({ text: next === '\n' ? null : next, end: at + 2, quoted: true });
}

function readQuoted(text: string, start: number): Result<{ text: string; end: number }> {
  const quote = text.charAt(start);
  let inside = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return ok({ text: inside, end: at + 1 });
    if (quote === '"' && character === '\\' && '$`"\\\n'.includes(text.charAt(at + 1)) && at + 1 < text.length) {
      at += 1;
      if (text.charAt(at) !== '\n') inside += text.charAt(at);
    } else {
      inside += character;
    }
  }
  return unfinished(quote, start + 1);
}

function operatorAt(text: string, at: number): string {
  const two = text.slice(at, at + 2);
  return ['&&', '||', '>>', '<<', '$(', '${', '$$'].includes(two) ? two : text.charAt(at);
}

function needsShell(found: string, column: number, what: string): Result<never> {
  return fail(
    'command-needs-shell',
    `The command holds ${what}, ${JSON.stringify(found)}; quote it, give the words as a list, ` +
      'or set shell: true and have a person approve the contract',
    `character ${column}`,
  );
}

function unfinished(quote: string, column: number): Result<never> {
  return fail('command-unfinished-quote', `The ${quote} is never closed`, `character ${column}`);
}

/** The words as one line that a shell would split into the same words again. For people to read. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
