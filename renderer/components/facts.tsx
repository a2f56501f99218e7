import type { ReactNode } from 'react';
import './facts.css';

/** A titled block of the evidence pane. */
export function Block({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="block" aria-label={title}>
      <h2 className="block-title">
        <span>{title}</span>
        {aside}
      </h2>
      {children}
    </section>
  );
}

/** Labels and values in two columns. */
export function Facts({ rows }: { readonly rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
