import ts from '@typescript/typescript6';

/** Whether anything outside function bodies differs: where nothing does, no type that others see can have changed. */
export function headersDiffer(path: string, one: string, other: string): boolean {
  return headers(path, one) !== headers(path, other);
}

/** A source without the bodies of its functions, comments and layout. */
function headers(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) && !ts.isSourceFile(node)) {
      words.push('{}');
      return;
    }
    let isLeaf = true;
    ts.forEachChild(node, (child) => {
      isLeaf = false;
      visit(child);
    });
    words.push(isLeaf ? text.slice(node.end - node.getWidth(file), node.end) : ts.SyntaxKind[node.kind]);
  };
  try {
    visit(file);
  } catch (error) {
    // Too deep to walk: the compiler decides.
    if (error instanceof RangeError) return text;
    throw error;
  }
  return words.join('\n');
}
