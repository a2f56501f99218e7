import { useState } from 'react';
import type { EventDetail } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Digest, Identifier } from '../../components/identifier.tsx';
import { JsonValue, useOpened } from '../../components/json-value.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Terminal } from '../../components/terminal.tsx';
import { ExactTime, Time } from '../../components/time.tsx';
import { formatRoute, subjectRoute } from '../../routes.ts';
import { count, size } from '../../text/words.ts';
import '../../components/subject.css';

/** One event: who did what to what, the facts, the exact bytes, and the bodies beside them. */
export function EventSubject({ detail }: { readonly detail: EventDetail }) {
  const { row, canonical } = detail;
  const [opened, open] = useOpened();
  return (
    <div className="event">
      <header className="event-head">
        <h2 className="event-title" id="subject-start" tabIndex={-1}>
          {row.summary}
        </h2>
        <p className="subject-facts">
          <Identifier id={`#${row.seq}`} what="event number" href={formatRoute('ledger', `${row.seq}`)} />
          <span className="mono">{row.type}</span>
          <span>
            {row.actor.kind} <span className="mono">{row.actor.id}</span>
          </span>
          <Identifier id={row.subject} what="subject" href={subjectRoute(row.subject)} />
          <span>
            <ExactTime at={row.at} /> (<Time at={row.at} />)
          </span>
        </p>
      </header>
      <section className="event-section" aria-label="Data">
        <h3>Data</h3>
        <div className="mono">
          <JsonValue value={dataOf(canonical)} path="data" opened={opened} onOpen={open} />
        </div>
      </section>
      <section className="event-section" aria-label="Payloads">
        <h3>Payloads</h3>
        {detail.payloads.length === 0 ? (
          <p className="faint">This event has no body beside it.</p>
        ) : (
          detail.payloads.map((payload) => <Payload key={payload.name} payload={payload} />)
        )}
      </section>
      <section className="event-section" aria-label="Canonical bytes">
        <h3>
          Canonical bytes, exactly as hashed
          <span className="faint">{size(new TextEncoder().encode(canonical).length)}</span>
          <CopyButton text={canonical} what="canonical bytes" />
        </h3>
        <pre className="event-bytes">{canonical}</pre>
      </section>
    </div>
  );
}

function Payload({ payload }: { readonly payload: EventDetail['payloads'][number] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="payload">
      <div className="payload-head">
        <strong className="mono">{payload.name}</strong>
        <span className="faint">
          {payload.mediaType}, {size(payload.size)}
        </span>
        <Digest digest={payload.digest} what="payload digest" />
        {payload.redacted && <SignWord sign="skipped" word="redacted" />}
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Read'}
        </Button>
      </div>
      {isOpen && (
        <div className="payload-body">
          <Terminal reference={payload} label={`Payload ${payload.name} of event ${count(payload.seq)}`} />
        </div>
      )}
    </div>
  );
}

/** The event's own data, without the frame around it. */
function dataOf(canonical: string): unknown {
  try {
    const event: unknown = JSON.parse(canonical);
    return typeof event === 'object' && event !== null && 'data' in event ? event.data : event;
  } catch {
    return canonical;
  }
}
