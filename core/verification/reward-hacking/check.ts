import { violation } from '../dimensions/findings.ts';
import { languageOf } from '../languages/registry.ts';
import { type ChangedFile, type ProjectChange, type ProjectTree, textOf } from '../project/tree.ts';
import type { Dimension, Violation } from '../result.ts';
import { answeredLiterals, expectedLiterals, guardOf, guardsIn } from './patterns.ts';

/** Where the findings go: to the dimension that has rules (V8). */
export interface RewardHackingPlaces {
  readonly touched: Dimension;
  readonly weakened: Dimension;
}

const testsRead = 500;
const sourcesRead = 2000;

/** Signs that the tests were bent to the work instead of the work to the tests (V8). */
export function rewardHackingViolations(change: ProjectChange, places: RewardHackingPlaces): readonly Violation[] {
  const tests = change.files.filter((file) => guardOf(file.path) === 'test');
  return [
    ...touchedGuards(change, places.touched),
    ...lostAssertions(change, tests, places.weakened),
    ...addedSkips(change, tests, places.weakened),
    ...copiedLiterals(change, places.weakened),
  ];
}

const guardTitles = {
  test: 'a test that was there before',
  ci: 'a setting of CI',
  lint: 'a setting of checks',
} as const;

function touchedGuards({ base, files }: ProjectChange, dimension: Dimension): readonly Violation[] {
  if (base === null) return [];
  return files.flatMap((file) => {
    const guard = guardOf(file.basePath ?? file.path);
    if (guard === null || (guard === 'test' && file.basePath === null)) return [];
    return [
      violation({
        dimension,
        type: 'guard-touched',
        rule: `reward-hacking/${guard}-touched`,
        severity: 'warning',
        symbol: file.path,
        file: file.path,
        line: null,
        message: `The change touches ${guardTitles[guard]}`,
        suggestion: 'Look at this part yourself: it decides what counts as success',
      }),
    ];
  });
}

function lostAssertions(
  { base, head }: ProjectChange,
  tests: readonly ChangedFile[],
  dimension: Dimension,
): readonly Violation[] {
  if (base === null) return [];
  const counts = tests.map((file) => ({
    file,
    before: guardsIn(textOf(base, file.basePath ?? file.path) ?? '').assertions.length,
    after: guardsIn(textOf(head, file.path) ?? '').assertions.length,
  }));
  // Assertions that moved to another test of the same change are not lost.
  let gained = counts.reduce((sum, { before, after }) => sum + Math.max(0, after - before), 0);
  return counts.flatMap(({ file, before, after }) => {
    const moved = Math.min(gained, Math.max(0, before - after));
    gained -= moved;
    const lost = before - after - moved;
    if (lost <= 0) return [];
    return [
      violation({
        dimension,
        type: 'assertions-removed',
        rule: 'reward-hacking/assertions-removed',
        severity: 'error',
        symbol: file.path,
        file: file.path,
        line: null,
        message: `${lost} of ${before} assertions were removed or made unable to fail`,
        suggestion: 'Put the assertions back; change the work, not its tests',
      }),
    ];
  });
}

function addedSkips(
  { base, head }: ProjectChange,
  tests: readonly ChangedFile[],
  dimension: Dimension,
): readonly Violation[] {
  // Data that holds the text of a test runs none.
  const running = tests.filter(({ path }) => !/\.jsonc?$/.test(path));
  return running.flatMap((file) => {
    const before = base === null ? '' : (textOf(base, file.basePath ?? file.path) ?? '');
    const known = guardsIn(before).skips.map(({ text }) => text);
    return guardsIn(textOf(head, file.path) ?? '').skips.flatMap(({ line, text }) => {
      const at = known.indexOf(text);
      if (at >= 0) {
        known.splice(at, 1);
        return [];
      }
      return [
        violation({
          dimension,
          type: 'skip-added',
          rule: 'reward-hacking/skip-added',
          severity: 'error',
          symbol: text,
          file: file.path,
          line,
          message: `A skip was added: ${text.slice(0, 100)}`,
          suggestion: 'Let the test run',
        }),
      ];
    });
  });
}

/** Whether a source used a value before: then it is a word of the project and no answer of a test. */
function vocabularyOf(base: ProjectTree | null): (value: string) => boolean {
  const known = new Map<string, boolean>();
  let texts: readonly string[] | null = null;
  return (value) => {
    const answer = known.get(value);
    if (answer !== undefined) return answer;
    texts ??= (base?.paths() ?? [])
      .filter((path) => languageOf(path) !== null && guardOf(path) === null)
      .slice(0, sourcesRead)
      .map((path) => (base === null ? '' : (textOf(base, path) ?? '')));
    const found = texts.some((text) => text.includes(value));
    known.set(value, found);
    return found;
  };
}

/** The tests that were there before say what is expected; who writes a test with its source copies nothing. */
function copiedLiterals({ base, head, files }: ProjectChange, dimension: Dimension): readonly Violation[] {
  const sources = files.filter((file) => guardOf(file.path) === null);
  if (sources.length === 0) return [];
  const given = base ?? head;
  const expected = new Set<string>();
  for (const path of given
    .paths()
    .filter((candidate) => guardOf(candidate) === 'test')
    .slice(0, testsRead)) {
    for (const one of expectedLiterals(textOf(given, path) ?? '')) expected.add(one);
  }
  if (expected.size === 0) return [];
  const isKnown = vocabularyOf(base);
  return sources.flatMap((file) => {
    const old = base === null ? '' : (textOf(base, file.basePath ?? file.path) ?? '');
    const before = new Set(old.split('\n'));
    const lines = (textOf(head, file.path) ?? '').split('\n');
    return lines.flatMap((line, index) => {
      if (before.has(line)) return [];
      const copied = answeredLiterals(line).find((one) => expected.has(one) && !isKnown(one));
      if (copied === undefined) return [];
      return [
        violation({
          dimension,
          type: 'literal-copied',
          rule: 'reward-hacking/literal-copied',
          severity: 'warning',
          symbol: copied,
          file: file.path,
          line: index + 1,
          message: `The value ${JSON.stringify(copied)} stood in an assertion of a test before`,
          suggestion: 'Compute the answer instead of repeating what the test expects',
        }),
      ];
    });
  });
}
