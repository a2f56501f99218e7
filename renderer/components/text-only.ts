/** The parts of a Markdown tree that this file looks at. */
interface MarkdownNode {
  type: string;
  value?: string;
  alt?: string | null;
  url?: string;
  children?: MarkdownNode[];
}

/**
 * A remark plugin that turns raw HTML and images into the text they were written as, so that a reader sees what an
 * agent wrote and the browser neither runs nor loads it.
 */
export function textOnly(): (tree: MarkdownNode) => void {
  return flatten;
}

function flatten(node: MarkdownNode): void {
  if (node.type === 'html') node.type = 'text';
  if (node.type === 'image' || node.type === 'imageReference') {
    node.value = `[image, not loaded: ${[node.alt, node.url].filter(Boolean).join(', ')}]`;
    node.type = 'text';
  }
  for (const child of node.children ?? []) flatten(child);
}
