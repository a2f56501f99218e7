/** A word, a number or a sign of a sentence. */
export interface Token {
  /** In lower case. */
  readonly text: string;
  readonly kind: 'word' | 'number' | 'sign';
  readonly capital: boolean;
}

/** What stands before the first and after the last token. */
export const nothing: Token = { text: '', kind: 'sign', capital: false };

/** The token at `index`, or the empty sign where the sentence has none: rules may look past both ends. */
export function tokenAt(tokens: readonly Token[], index: number): Token {
  return tokens[index] ?? nothing;
}

export interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly heading: boolean;
  readonly question: boolean;
}

/** `e.g.`, `Inc.` and the like do not end a sentence. */
const abbreviations = new Set(
  'e.g i.e etc vs inc ltd corp co no mr mrs ms dr st approx est fig p pp cf u.s u.k'.split(' '),
);

/**
 * The sentences of a text in Markdown, one pass from front to back. Lines break sentences only at empty lines,
 * headings, list items and table rows. Code fences, identifiers and links lose their marks, not their words.
 */
export function splitSentences(text: string): readonly Sentence[] {
  return blocksOf(text).flatMap(({ text: block, heading }) =>
    sentenceTexts(block).map((sentence) => ({
      text: sentence,
      tokens: tokenize(sentence),
      heading,
      question: /\?["')\]]{0,3}$/u.test(sentence),
    })),
  );
}

interface Block {
  readonly text: string;
  readonly heading: boolean;
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ text: open.join(' '), heading: false });
    open = [];
  };
  for (const line of plain(text).split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const content = line.trim();
    if (content === '' || /^[-=*_|:\s]{3,}$/u.test(content)) close();
    else if (/^#{1,6}\s/u.test(content)) {
      close();
      blocks.push({ text: content.replace(/^#{1,6}\s+/u, ''), heading: true });
    } else if (/^(?:[-*+>]|\d{1,3}[.)]|\|)\s*/u.test(content) && !/^\d{1,3}[.)]\d/u.test(content)) {
      close();
      open.push(content.replace(/^(?:[-*+>]|\d{1,3}[.)]|\|)\s*/u, ''));
    } else open.push(content);
  }
  close();
  return blocks;
}

/**
 * Without invisible characters, identifiers and the marks of emphasis, which would hide a number from a reader of
 * words.
 */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}`*_~]/gu, (mark) => (mark === '_' ? ' ' : ''))
    .replace(/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/gu, 'this');
}

function sentenceTexts(block: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const end of block.matchAll(/[.!?;]+["')\]]*/gu)) {
    // Asked here and not in the pattern, which would then try every part of a long run of dots.
    if (!/^\s?$/u.test(block.charAt(end.index + end[0].length))) continue;
    const before = /[\p{L}.]{1,12}$/u.exec(block.slice(Math.max(start, end.index - 12), end.index))?.[0] ?? '';
    if (end[0].startsWith('.') && (abbreviations.has(before.toLowerCase()) || /^\p{Lu}$/u.test(before))) continue;
    sentences.push(block.slice(start, end.index + end[0].length).trim());
    start = end.index + end[0].length;
  }
  sentences.push(block.slice(start).trim());
  return sentences.filter((sentence) => sentence !== '');
}

/** `12,400.5`, `12.4m`, `3x`: digits with what is written together with them come apart into a number and a word. */
function tokenize(sentence: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [text] of sentence.matchAll(/\p{Nd}+(?:[.,:/]\p{Nd}+)*|\p{L}+(?:['’]\p{L}+)*|[^\s\p{L}\p{Nd}]/gu)) {
    const kind = /^\p{Nd}/u.test(text) ? 'number' : /^\p{L}/u.test(text) ? 'word' : 'sign';
    tokens.push({ text: text.toLowerCase().replaceAll('’', "'"), kind, capital: /^\p{Lu}/u.test(text) });
  }
  return tokens;
}
