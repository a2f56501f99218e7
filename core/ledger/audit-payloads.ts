/** Checks that every body a leaf names is there with its digest, or was redacted by an event, and that no other is. */
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { alteredEvent } from './audit-diagnosis.ts';
import { type AuditFinding, finding } from './audit-report.ts';
import type { Block } from './audit-tree.ts';
import { decodeEvent, payloadDigest, saltLength } from './encoding.ts';
import { type PayloadLayout, payloadLayout } from './payload-layout.ts';
import { redactedEvent } from './redaction.ts';
import type { Connection } from './sqlite.ts';

const row = z.object({ salt: z.instanceof(Uint8Array).nullable(), body: z.instanceof(Uint8Array).nullable() });

/** In canonical JSON an event with payloads, or that redacts one, contains these bytes. Others may too. */
const payloadMark = Buffer.from('"payloads":[{');
const redactionMark = Buffer.from('"ledger.redacted"');

/** Bytes of bodies after which an audit lets go of the processor. */
const sliceBytes = 1024 * 1024;

export class PayloadAudit {
  checked = 0;
  redacted = 0;
  readonly #body: Database.Statement;
  readonly #count: Database.Statement;
  readonly #layout: PayloadLayout;
  /** Bodies that are gone and whose redaction was not met yet, by `seq/name`. */
  readonly #unexplained = new Map<string, number>();
  readonly #redactions = new Set<string>();

  constructor(connection: Connection) {
    this.#layout = payloadLayout(connection);
    const { column } = this.#layout;
    this.#body = connection.prepare(`SELECT salt, body FROM payload WHERE ${column} = ? AND name = ?`);
    this.#count = connection.prepare(`SELECT count(*) FROM payload WHERE ${column} >= ? AND ${column} < ?`).pluck();
  }

  /** Checks the payloads of the events `block.from`..`to`−1, yielding between slices of work. */
  *check(block: Block, to: number): Generator<null, AuditFinding | null> {
    let referenced = 0;
    let sliceLeft = sliceBytes;
    for (const { seq, bytes } of markedLeaves(block, redactionMark)) this.#noteRedaction(seq, bytes);
    for (const { seq, bytes } of markedLeaves(block, payloadMark)) {
      if (seq >= to) break;
      const read = decodeEvent(bytes, seq);
      if (!read.ok) return alteredEvent(seq, bytes);
      const event = read.value;
      referenced += event.payloads.length;
      for (const [number, { name, digest, size }] of event.payloads.entries()) {
        const bad = this.#checkBody(event.seq, number, name, digest);
        if (bad !== null) return bad;
        sliceLeft -= size;
        if (sliceLeft > 0) continue;
        sliceLeft = sliceBytes;
        yield null;
      }
    }
    const { at } = this.#layout;
    if (z.number().parse(this.#count.get(at(block.from, 0), at(to, 0))) !== referenced) {
      return finding(
        block.from,
        'payload-extra',
        `Events ${block.from} to ${to - 1} have bodies that none of them names`,
      );
    }
    return null;
  }

  #checkBody(seq: number, number: number, name: string, digest: string): AuditFinding | null {
    const found = this.#body.get(this.#layout.at(seq, number), name);
    const shown = JSON.stringify(name);
    if (found === undefined) return finding(seq, 'payload-missing', `The payload ${shown} of event ${seq} was deleted`);
    const { salt, body } = row.parse(found);
    if (salt === null || body === null) {
      this.#unexplained.set(`${seq}/${name}`, seq);
      this.redacted += 1;
      return null;
    }
    this.checked += 1;
    if (salt.length === saltLength && payloadDigest(salt, body) === digest) return null;
    return finding(seq, 'payload-altered', `The payload ${shown} of event ${seq} is not the one that was recorded`);
  }

  #noteRedaction(seq: number, bytes: Uint8Array): void {
    const event = decodeEvent(bytes, seq);
    const data = event.ok && redactedEvent.matches(event.value) ? redactedEvent.read(event.value) : null;
    if (data?.ok) this.#redactions.add(`${data.value.seq}/${data.value.name}`);
  }

  /** After the last block: a body that is gone without an event that says so. */
  finish(): AuditFinding | null {
    for (const [key, seq] of this.#unexplained) {
      if (this.#redactions.has(key)) continue;
      const name = JSON.stringify(key.slice(`${seq}/`.length));
      return finding(
        seq,
        'payload-missing',
        `The body of payload ${name} of event ${seq} was removed without a redaction`,
      );
    }
    return null;
  }
}

interface MarkedLeaf {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** The events of a block whose bytes contain the mark. */
function* markedLeaves(block: Block, mark: Buffer): Generator<MarkedLeaf> {
  let index = 0;
  let at = block.leaves.indexOf(mark);
  while (at >= 0) {
    while ((block.ends[index] ?? 0) <= at) index += 1;
    const start = (block.ends[index - 1] ?? 0) + 1;
    const end = block.ends[index] ?? block.leaves.length;
    yield { seq: block.from + index, bytes: block.leaves.subarray(start, end) };
    at = block.leaves.indexOf(mark, end);
  }
}
