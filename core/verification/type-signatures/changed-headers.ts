import ts from '@typescript/typescript6';
import { freshNames } from './fresh-names.ts';
import { evidentResult, resultIsInferred } from './inferred-results.ts';

/** One statement of a source without comments, layout and those bodies that decide no type. */
interface Header {
  readonly words: string;
  readonly node: ts.Statement;
}

/**
 * Whether what others see of a source may be another type than before. Where nothing differs outside the bodies of
 * functions that declare their result it is not; nor where statements were only added, and what they declare has names
 * that the source did not mention before.
 */
export function headersDiffer(path: string, before: string, after: string): boolean {
  try {
    const source = parse(path, before);
    const old = headersOf(source);
    const mentioned = namesIn(source);
    let next = 0;
    for (const { words, node } of headersOf(parse(path, after))) {
      if (words === old[next]?.words) {
        next += 1;
        continue;
      }
      const names = freshNames(node);
      if (names === null || names.some((name) => mentioned.has(name))) return true;
    }
    return next < old.length;
  } catch (error) {
    // Too deep to walk: the compiler decides.
    if (error instanceof RangeError) return before !== after;
    throw error;
  }
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
}

function namesIn(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function headersOf(file: ts.SourceFile): readonly Header[] {
  return file.statements.map((node) => ({ words: wordsOf(node, file), node }));
}

function wordsOf(statement: ts.Statement, file: ts.SourceFile): string {
  const words: string[] = [];
  // What runs on loading, such as a test, gives nothing to others.
  const isSeen = !ts.isExpressionStatement(statement);
  const visit = (node: ts.Node, isInBody: boolean): void => {
    let isLeaf = true;
    ts.forEachChild(node, (child) => {
      isLeaf = false;
      if (!ts.isBlock(child)) visit(child, isInBody);
      else if (!ts.isFunctionLike(node)) visitBlock(child, isInBody ? null : '');
      else visitBlock(child, isSeen && resultIsInferred(node) ? evidentResult(node, child) : '');
    });
    words.push(isLeaf ? file.text.slice(node.end - node.getWidth(file), node.end) : (ts.SyntaxKind[node.kind] ?? ''));
  };
  /** `result`: what the block stands for; null when all of it may matter. */
  const visitBlock = (block: ts.Block, result: string | null): void => {
    if (result === null) visit(block, true);
    else words.push(`{${result}}`);
  };
  visit(statement, false);
  return words.join('\n');
}
