import ts from '@typescript/typescript6';

/** Sources parse once for base, head and every later program of the process. */
const parsed = new Map<string, { readonly text: string; readonly options: string; readonly file: ts.SourceFile }>();
const deepestTree = 2000;

/**
 * The syntax tree of a source; null when it is nested too deeply for a compiler to walk it. A program writes the
 * imports that its own `settings` imply into the tree, so programs with other settings get another tree.
 */
export function parseOnce(
  fileName: string,
  text: string,
  options: ts.ScriptTarget | ts.CreateSourceFileOptions,
  settings: string,
): ts.SourceFile | null {
  const key = JSON.stringify([options, settings]);
  const known = parsed.get(fileName);
  if (known?.text === text && known.options === key) return known.file;
  const file = parse(fileName, text, options);
  if (file !== null) parsed.set(fileName, { text, options: key, file });
  return file;
}

function parse(
  fileName: string,
  text: string,
  options: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | null {
  try {
    const file = ts.createSourceFile(fileName, text, options, false);
    return file.isDeclarationFile || depthOf(file) <= deepestTree ? file : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** At most how deep a tree is. Level by level: what is too deep to walk is too deep to measure by walking. */
function depthOf(file: ts.SourceFile): number {
  // The parser counts the nodes of a file, and a tree is never deeper than that.
  const nodes: unknown = Reflect.get(file, 'nodeCount');
  if (typeof nodes === 'number' && nodes <= deepestTree) return nodes;
  let depth = 0;
  let level: ts.Node[] = [file];
  while (level.length > 0 && depth <= deepestTree) {
    const below: ts.Node[] = [];
    for (const node of level) {
      ts.forEachChild(node, (child) => {
        below.push(child);
      });
    }
    level = below;
    depth += 1;
  }
  return depth;
}
