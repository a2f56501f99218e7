import type { ReactNode } from 'react';
import type { Link } from '../../core/api/index.ts';
import { formatRoute } from '../routes.ts';

/** Text that leads to a place of the console, or plain text when it leads nowhere. */
export function LinkTo({ link, children }: { readonly link: Link | null; readonly children: ReactNode }) {
  if (link === null) return <>{children}</>;
  const parameters = link.agent === undefined ? {} : { agent: link.agent };
  return <a href={formatRoute(link.view, link.id, parameters)}>{children}</a>;
}
