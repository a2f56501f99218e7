import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { textOnly } from './text-only.ts';
import './markdown.css';

/** What may remain of agent text: no images, no links that lead anywhere, no ids, no styles. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source', 'input'].includes(name)),
  attributes: { code: [['className', /^language-./]], th: ['align'], td: ['align'], a: ['href'] },
} satisfies typeof defaultSchema;

const components: Components = {
  // The address is shown and leads nowhere: an agent does not choose where a reviewer goes.
  a: ({ children, href }) => (
    <span className="inert-link">
      {children}
      {href !== undefined && <span className="mono faint"> ({href})</span>}
    </span>
  ),
};

/** Markdown of an agent. Raw HTML stays text; nothing is loaded and nothing can be followed. */
export default function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="agent-text">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, textOnly]}
        rehypePlugins={[[rehypeSanitize, schema]]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
