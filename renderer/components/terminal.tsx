import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { BodyReference } from '../../core/api/index.ts';
import { useBody } from '../stores/body.ts';
import { cutAtMatches, firstFailure, matchingLines, terminalLines } from '../text/terminal-lines.ts';
import { counted, size } from '../text/words.ts';
import { CopyButton } from './copy.tsx';
import { Empty, Failed, Skeleton } from './states.tsx';
import { Time } from './time.tsx';
import './terminal.css';

interface TerminalProps {
  readonly reference: Pick<BodyReference, 'seq' | 'name' | 'size'>;
  /** What it is: `Output of tests`. */
  readonly label: string;
  /** Where to look first: at what failed, or at the summary, which programs put last. */
  readonly start?: 'top' | 'failure' | 'end';
}

const lineHeight = 17;
/** A region that scrolls must be reachable by keyboard. */
const scrollsWithKeys = { tabIndex: 0 } as const;

/** The output of a program, fetched when it is looked at, with search. */
export function Terminal({ reference, label, start = 'top' }: TerminalProps) {
  const body = useBody(reference);
  const box = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [current, setCurrent] = useState(0);
  const lines = useMemo(() => terminalLines(body.text), [body.text]);
  const found = useMemo(() => matchingLines(lines, search), [lines, search]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  });
  useEffect(() => {
    if (start === 'top' || !body.complete || lines.length === 0) return;
    const failure = start === 'failure' ? firstFailure(lines) : -1;
    if (failure === -1) virtualizer.scrollToIndex(lines.length - 1, { align: 'end' });
    else virtualizer.scrollToIndex(Math.max(0, failure - 2), { align: 'start' });
  }, [start, body.complete, lines, virtualizer]);
  const show = (index: number) => {
    if (found.length === 0) return;
    const next = (index + found.length) % found.length;
    setCurrent(next);
    virtualizer.scrollToIndex(found[next] ?? 0, { align: 'center' });
  };
  const onSearch = (text: string) => {
    setSearch(text);
    setCurrent(0);
    const first = matchingLines(lines, text)[0];
    if (first !== undefined) virtualizer.scrollToIndex(first, { align: 'center' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') show(current + (event.shiftKey ? -1 : 1));
    if (event.key === 'Escape') onSearch('');
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
  };
  if (body.problem !== null) return <Failed problem={body.problem} />;
  if (body.state === 'loading') return <Skeleton label="Reading the output" />;
  if (body.redacted !== null) {
    return (
      <Empty icon="lock" title="This body was redacted">
        {body.redacted.reason}, <Time at={body.redacted.at} />. Its digest still stands in the ledger, so every proof
        holds.
      </Empty>
    );
  }
  return (
    <div className="terminal">
      <div className="terminal-head small">
        <input
          type="search"
          aria-label={`Search in: ${label}`}
          placeholder="Search in the output"
          value={search}
          spellCheck={false}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span className="faint" role="status">
          {search === '' ? '' : found.length === 0 ? 'not found' : `line ${current + 1} of ${found.length}`}
        </span>
        <span className="terminal-facts faint">
          {counted(lines.length, 'line')} · {size(reference.size)}
        </span>
        {!body.complete && (
          <button type="button" className="text-button" onClick={body.loadAll}>
            Load the rest
          </button>
        )}
        <CopyButton text={body.text} what="output" />
      </div>
      {body.text === '' ? (
        <p className="terminal-empty faint">The program printed nothing.</p>
      ) : (
        <section className="terminal-box" ref={box} aria-label={label} {...scrollsWithKeys}>
          <div className="terminal-track" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => (
              <div
                key={item.key}
                className="terminal-line"
                data-current={found[current] === item.index && search !== ''}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Line text={lines[item.index] ?? ''} search={search} />
              </div>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function Line({ text, search }: { readonly text: string; readonly search: string }) {
  let at = 0;
  return cutAtMatches(text, search).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.match ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}
