import { isMap, isScalar, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { fail, ok, type Result } from '../../problem/index.ts';
import type { ConfigDocument, Path } from './document.ts';

/** Longer configuration texts are refused: 1 MiB. */
const maxCharacters = 1_048_576;
/** Values an alias may stand for before the text is called a bomb. */
const maxAliases = 100;

/**
 * Reads YAML or JSON. Errors: `config-too-large`, `config-syntax` (with line and column; a repeated key and an alias
 * bomb are syntax errors too).
 */
export function readDocument(name: string, text: string): Result<ConfigDocument> {
  if (text.length > maxCharacters) {
    return fail('config-too-large', `A configuration has at most ${maxCharacters} characters`, name);
  }
  const lines = new LineCounter();
  const document = parseDocument<ParsedNode>(text, { lineCounter: lines, schema: 'core', uniqueKeys: true });
  const position = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const first = document.errors[0] ?? document.warnings[0];
  if (first !== undefined) {
    const message = (first.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:$/, '');
    return fail('config-syntax', message, position(first.pos[0]));
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: maxAliases });
  } catch (thrown) {
    return fail('config-syntax', thrown instanceof Error ? thrown.message : String(thrown), `${name}:1:1`);
  }
  const locate = (path: Path, at: 'value' | 'key'): number => {
    let node: Node | null | undefined = document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const [index, step] of path.entries()) {
      const isLast = index === path.length - 1;
      const pair = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
        : undefined;
      if (at === 'key' && isLast && pair !== undefined) node = pair.key as Node;
      else if (pair !== undefined) node = pair.value as Node | null;
      else node = isMap(node) ? null : (document.getIn([...path.slice(0, index + 1)], true) as Node | undefined);
      if (node === null || node === undefined || typeof node !== 'object' || !('range' in node)) break;
      offset = node.range?.[0] ?? offset;
    }
    return offset;
  };
  return ok({
    name,
    value,
    place: (path, at = 'value') => position(locate(path, at)),
    placeInside: (path, inside) => {
      const node = document.getIn([...path], true);
      if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return position(locate(path, 'value'));
      const written = text.slice(node.range[0], node.range[1]);
      const [line = 1, column = 1] = inside.split(':').map(Number);
      const offsetInside = lineStart(node.value, line) + column - 1;
      const shift = written.indexOf(node.value);
      return position(shift < 0 ? node.range[0] : node.range[0] + shift + offsetInside);
    },
  });
}

function lineStart(text: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  return start;
}
