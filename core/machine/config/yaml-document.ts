import { isMap, isScalar, LineCounter, type Node, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import { ok, type Problem, type Result } from '../../problem/index.ts';
import type { ConfigDocument, Path } from './document.ts';

/** Longer configuration texts are refused unless another limit is given: 1 MiB. */
const usualLimit = 1_048_576;
/** Values an alias may stand for before the text is called a bomb. */
const maxAliases = 100;

/** A document as far as it can be read: null with at least one problem. */
export type ReadDocument =
  | { readonly document: ConfigDocument; readonly problems: readonly [] }
  | { readonly document: null; readonly problems: readonly Problem[] };

/**
 * Reads YAML or JSON. Errors: `config-too-large`, `config-syntax` (with line and column; a repeated key and an alias
 * bomb are syntax errors too).
 */
export function readDocument(name: string, text: string): Result<ConfigDocument> {
  const { document, problems } = readWholeDocument(name, text, usualLimit);
  if (document !== null) return ok(document);
  const [problem] = problems;
  if (problem === undefined) throw new Error('bug: a document that cannot be read has no problem');
  return { ok: false, problem };
}

/** Like `readDocument`, with every problem that is found and a limit of one's own. */
export function readWholeDocument(name: string, text: string, maxCharacters: number): ReadDocument {
  const unreadable = (code: string, message: string, place: string): ReadDocument => ({
    document: null,
    problems: [{ code, message, place }],
  });
  if (text.length > maxCharacters) {
    return unreadable('config-too-large', `A configuration has at most ${maxCharacters} characters`, name);
  }
  const lines = new LineCounter();
  const document = parseDocument<ParsedNode>(text, { lineCounter: lines, schema: 'core', uniqueKeys: true });
  const position = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0) {
    const problems = errors.map(({ message, pos }) => ({
      code: 'config-syntax',
      message: (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:$/, ''),
      place: position(pos[0]),
    }));
    return { document: null, problems };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: maxAliases });
  } catch (thrown) {
    return unreadable('config-syntax', thrown instanceof Error ? thrown.message : String(thrown), `${name}:1:1`);
  }
  return { document: placedDocument(name, text, value, document, position), problems: [] };
}

type YamlDocument = ReturnType<typeof parseDocument<ParsedNode>>;

function placedDocument(
  name: string,
  text: string,
  value: unknown,
  document: YamlDocument,
  position: (offset: number) => string,
): ConfigDocument {
  return {
    name,
    value,
    place: (path, at = 'value') => position(offsetOf(document, path, at)),
    placeInside: (path, inside) => {
      const node = document.getIn([...path], true);
      if (!isScalar(node) || typeof node.value !== 'string' || !node.range) {
        return position(offsetOf(document, path, 'value'));
      }
      const written = text.slice(node.range[0], node.range[1]);
      const [line = 1, column = 1] = inside.split(':').map(Number);
      const offsetInside = lineStart(node.value, line) + column - 1;
      const shift = written.indexOf(node.value);
      return position(shift < 0 ? node.range[0] : node.range[0] + shift + offsetInside);
    },
  };
}

/** Where a value or its key begins in the text; where the path leads nowhere, the nearest node on its way. */
function offsetOf(document: YamlDocument, path: Path, at: 'value' | 'key'): number {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const index of path.keys()) {
    const isKey = at === 'key' && index === path.length - 1;
    node = isMap(node) ? nodeInMap(node, path[index], isKey) : nodeAt(document, path.slice(0, index + 1));
    if (node === null || node === undefined || typeof node !== 'object' || !('range' in node)) break;
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

function nodeInMap(map: YAMLMap, step: PropertyKey | undefined, isKey: boolean): Node | null {
  const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  if (pair === undefined) return null;
  return (isKey ? pair.key : pair.value) as Node | null;
}

function nodeAt(document: YamlDocument, path: Path): Node | undefined {
  return document.getIn([...path], true) as Node | undefined;
}

function lineStart(text: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  return start;
}
