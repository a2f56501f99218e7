import { type ReactNode, useState } from 'react';
import { counted } from '../text/words.ts';
import './json-value.css';

/** Texts longer than this fold, and must be opened to be read. */
const foldedAbove = 280;
const foldedLines = 8;

interface JsonValueProps {
  readonly value: unknown;
  /** Where the value stands; unique in the whole. */
  readonly path: string;
  readonly opened: ReadonlySet<string>;
  readonly onOpen: (path: string) => void;
}

/** Whether a text is long enough to fold. */
export function folds(text: string): boolean {
  return text.length > foldedAbove || text.split('\n').length > foldedLines;
}

/** The paths of all values that fold. */
export function foldedPaths(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return folds(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => foldedPaths(member, `${path}.${key}`));
}

/** Any JSON value in full. Nothing is cut: a long text folds, says how long it is, and opens. */
export function JsonValue({ value, path, opened, onOpen }: JsonValueProps): ReactNode {
  if (typeof value === 'string') {
    if (!folds(value)) return <span className="json-text">{value === '' ? '""' : value}</span>;
    if (opened.has(path)) return <pre className="json-long">{value}</pre>;
    return (
      <button type="button" className="json-fold" onClick={() => onOpen(path)}>
        Open the whole text: {counted(value.length, 'character')}, {counted(value.split('\n').length, 'line')}
      </button>
    );
  }
  if (typeof value !== 'object' || value === null) return <span className="json-plain">{String(value)}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="json-plain">{Array.isArray(value) ? '[ ]' : '{ }'}</span>;
  return (
    <dl className={Array.isArray(value) ? 'json-members json-list' : 'json-members'}>
      {entries.map(([key, member]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <JsonValue value={member} path={`${path}.${key}`} opened={opened} onOpen={onOpen} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Which folded values were opened. */
export function useOpened(): readonly [ReadonlySet<string>, (path: string) => void] {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return [opened, (path) => setOpened((before) => new Set([...before, path]))];
}
