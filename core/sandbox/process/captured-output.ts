/** What a program printed, in bounded memory. */
export interface CapturedOutput {
  readonly bytes: Uint8Array;
  /** How many bytes were printed. */
  readonly total: number;
  /** How many of them were left out of the middle. */
  readonly dropped: number;
}

export interface OutputCapture {
  add(chunk: Uint8Array): void;
  finish(): CapturedOutput;
}

/** Keeps the first and the last `limit / 2` bytes and counts the rest, so that a flood costs no memory. */
export function captureOutput(limit: number): OutputCapture {
  const half = Math.floor(limit / 2);
  const head: Uint8Array[] = [];
  const tail: Uint8Array[] = [];
  let headSize = 0;
  let tailSize = 0;
  let total = 0;
  return {
    add(chunk) {
      total += chunk.length;
      const forHead = chunk.subarray(0, half - headSize);
      if (forHead.length > 0) {
        head.push(forHead.slice());
        headSize += forHead.length;
      }
      const rest = chunk.subarray(forHead.length);
      if (rest.length === 0) return;
      tail.push(rest.slice());
      tailSize += rest.length;
      while (tailSize - (tail[0]?.length ?? 0) >= half) tailSize -= tail.shift()?.length ?? 0;
    },
    finish() {
      const kept = Buffer.concat(tail);
      const end = kept.subarray(Math.max(0, kept.length - half));
      const dropped = total - headSize - end.length;
      const marker = dropped > 0 ? [Buffer.from(`\n[… ${dropped} bytes left out …]\n`)] : [];
      return { bytes: Buffer.concat([...head, ...marker, end]), total, dropped };
    },
  };
}

/** The output as text; bytes that are not UTF-8 become U+FFFD. */
export function outputText(output: CapturedOutput): string {
  return new TextDecoder().decode(output.bytes);
}
