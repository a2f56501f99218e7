import { lazy, Suspense } from 'react';

const Markdown = lazy(() => import('./markdown.tsx'));

/** Text written by an agent: formatted, and inert. Until the formatter is loaded it stands as it is. */
export function AgentText({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="agent-text agent-text-plain">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}
