import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../core/contracts/index.ts';
import { captureOutput, joinWords, splitCommand } from '../../core/sandbox/index.ts';
import { expectValue } from '../fixture/ledger.ts';

const isLong = process.env.MIZAN_LONG === '1';
const runs = { numRuns: isLong ? 50_000 : 500 };
const text = fc.string({ unit: fc.constantFrom(...'ab \t\'"\\$`&|;<>()*?[]~#=\n-') });

const word = fc.string({ unit: 'binary', maxLength: 12 }).filter((given) => !given.includes('\0'));

describe('splitting and joining commands', () => {
  it('gives back the words that were joined', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (given) => {
        expect(expectValue(splitCommand(joinWords(given)))).toEqual(given);
      }),
      runs,
    );
  });

  it('agrees with a real shell on every line that it takes', () => {
    const lines = fc.sample(text, { numRuns: isLong ? 20_000 : 2000, seed: 7 }).filter((line) => {
      // Globs, tildes, comments and braces are expanded by a shell; without one they are plain text, as with shlex.
      return splitCommand(line).ok && !/[*?[~#]/.test(line);
    });
    const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\n\\0'`).join('\n');
    const printed = execFileSync('/bin/sh', ['-f'], { input: script, encoding: 'utf8', maxBuffer: 1e8 });
    const shell: string[][] = [[]];
    for (const word of printed.split('\0').slice(0, -1)) {
      if (word === '\n') shell.push([]);
      else shell.at(-1)?.push(word);
    }
    for (const [index, line] of lines.entries()) {
      const mine = expectValue(splitCommand(line));
      // printf prints one empty word when it is given none.
      expect(shell[index], JSON.stringify(line)).toEqual(mine.length === 0 ? [''] : mine);
    }
    expect(lines.length).toBeGreaterThan(100);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(text, (line) => {
        splitCommand(line);
      }),
      runs,
    );
  });
});

describe('reading reports', () => {
  it('never throws and never invents a success', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'`~{}[]":, \nsuccesjont') });
    fc.assert(
      fc.property(noise, (output) => {
        const report = readReport(output);
        if (report.status === 'success') expect(output).toMatch(/"success"/i);
        if (report.unreadable !== null) expect(report.status).toBe('failure');
      }),
      runs,
    );
  });

  it('finds the report after whatever an agent printed without a fence', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((noise) => !/[`~]{3}/.test(noise)),
        (noise) => {
          const output = `${noise}\n\`\`\`json\n{"status":"blocked","need":"x"}\n\`\`\`\n`;
          expect(readReport(output)).toMatchObject({ status: 'blocked', need: 'x' });
        },
      ),
      runs,
    );
  });
});

describe('capturing output', () => {
  it('keeps the first and the last bytes, whatever the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 2, max: 60 }), (chunks, limit) => {
        const capture = captureOutput(limit);
        for (const chunk of chunks) capture.add(chunk);
        const { bytes, total, dropped } = capture.finish();
        const whole = Buffer.concat(chunks);
        const half = Math.floor(limit / 2);
        expect(total).toBe(whole.length);
        expect(dropped).toBe(Math.max(0, whole.length - 2 * half));
        const kept = Buffer.from(bytes);
        const isWhole = kept.equals(whole);
        const hasEnds =
          kept.indexOf(whole.subarray(0, half)) === 0 && kept.subarray(-half).equals(whole.subarray(-half));
        expect(dropped === 0 ? isWhole : hasEnds).toBe(true);
      }),
      runs,
    );
  });
});
