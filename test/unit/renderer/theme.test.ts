import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const style = readFileSync(`${import.meta.dirname}/../../../renderer/theme.css`, 'utf8');

function tokens(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const block = new RegExp(`:root\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(style)?.[1] ?? '';
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

/** WCAG 2 relative luminance of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'surface-raised', 'selected'];
const inks = ['ink-1', 'ink-2', 'ink-3', 'accent', 'brass'];
const signs = ['verified', 'failed', 'inconclusive', 'pending', 'blocked', 'skipped'];

for (const theme of ['light', 'dark'] as const) {
  test(`every text and sign of the ${theme} theme has a contrast of 4.5 or more on every ground`, () => {
    const known = tokens(theme);
    const poor = grounds.flatMap((ground) =>
      [...inks, ...signs].flatMap((ink) => {
        const ratio = contrast(known.get(ink) ?? '#000000', known.get(ground) ?? '#000000');
        return ratio >= 4.5 ? [] : [`${ink} on ${ground}: ${ratio.toFixed(2)}`];
      }),
    );
    expect(poor).toEqual([]);
  });

  test(`filled buttons and changed lines of the ${theme} theme can be read`, () => {
    const known = tokens(theme);
    const pairs = [
      ['accent-ink', 'accent'],
      ['surface-1', 'pending'],
      ['ink-1', 'added'],
      ['ink-1', 'removed'],
    ] as const;
    for (const [ink, ground] of pairs) {
      expect(contrast(known.get(ink) ?? '', known.get(ground) ?? ''), `${ink} on ${ground}`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  });
}

test('both themes name the same tokens', () => {
  expect([...tokens('dark').keys()].sort()).toEqual([...tokens('light').keys()].sort());
});
