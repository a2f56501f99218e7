const tests = [
  /(^|\/)(tests?|__tests__|specs?|testing|testdata)\//i,
  /[._-](test|tests|spec)\.\w+$/i,
  /(^|\/)test_[^/]*\.\w+$/,
  /(^|\/)[^/]*_test\.\w+$/,
  /(^|\/)conftest\.py$/,
  /Tests?\.(java|cs|kt)$/,
];
const ci = [
  /^\.github\//,
  /^\.gitlab-ci\.ya?ml$/,
  /^\.circleci\//,
  /^\.ci(\/|$)/,
  /^\.?travis\.ya?ml$/,
  /(^|\/)Jenkinsfile$/,
  /^azure-pipelines\.ya?ml$/,
  /^\.buildkite\//,
];
const settings = [
  /(^|\/)\.?eslint(rc|ignore|\.config)?(\.\w+)*$/,
  /(^|\/)\.?biome\.jsonc?$/,
  /(^|\/)\.(prettierrc|flake8|pylintrc|rubocop\.yml|golangci\.ya?ml|pre-commit-config\.yaml)(\.\w+)?$/,
  /(^|\/)(ruff\.toml|\.ruff\.toml|mypy\.ini|tox\.ini|pytest\.ini|setup\.cfg|clippy\.toml|rustfmt\.toml)$/,
  /(^|\/)(jest|vitest|playwright|karma)\.config\.\w+$/,
  /(^|\/)tsconfig[^/]*\.json$/,
  /(^|\/)\.mizan\/policies\//,
];

/** What kind of thing an agent should not have to touch to finish its work; null for everything else. */
export function guardOf(path: string): 'test' | 'ci' | 'lint' | null {
  if (tests.some((pattern) => pattern.test(path))) return 'test';
  if (ci.some((pattern) => pattern.test(path))) return 'ci';
  return settings.some((pattern) => pattern.test(path)) ? 'lint' : null;
}

const comment = /^\s*(#(?!\[)|\/\/|\*|\/\*|;|--)/;
/** One pattern instead of many: every line of a test is asked. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/** An assertion that can fail. */
const assertion = anyOf(
  /\bassert(?:\w*\s*!?\s*\(|\s+\S|\.\w+)/,
  /\bexpect\s*\(/,
  /\bself\.(?:assert|fail)\w*\(/,
  /\bpytest\.raises\b/,
  /\.should[.(]/,
  /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|is|not|deepEqual|equal|same|ok|truthy|falsy|throws)\(/,
  /\brequire\.\w+\(/,
  /\((?:\w+:)?(?:is|is-true|is-false|is-every|ok|ng|signals|finishes|assert-\w+)\s/,
);
const hollow = anyOf(
  /\bassert\s*\(?\s*(?:True|1|true|not False)\s*\)?\s*(?:,.*)?$/,
  /\bassert\w*!?\s*\(\s*(?:True|true|1)\s*\)/,
  /expect\s*\(\s*(?<constant>true|1|false|0)\s*\)\s*\.\w+\(\s*\k<constant>?\s*\)/,
  /\bassertEqual\s*\(\s*(?<same>\w+)\s*,\s*\k<same>\s*\)/,
  /\((?:is|ok|is-true)\s+t\s*\)/,
);
const skip = anyOf(
  /@(?:pytest\.mark\.(?:skip|skipif|xfail)|unittest\.(?:skip\w*|expectedFailure)|Disabled|Ignore)\b/,
  /\bpytest\.(?:skip|xfail)\(/,
  /\bself\.skipTest\(/,
  /\b(?:it|test|describe|suite|context)(?:\.\w+)*\.(?:skip|todo|fixme)\b/,
  /\bx(?:it|test|describe)\(/,
  /\bthis\.skip\(/,
  /\bt\.Skip(?:Now|f)?\(/,
  /#\[ignore/,
  /^\s*(?:skip|pending)(?:\s+["'(]|\s*\(|\s*$)/,
  /\((?:\w+:)?skip\s/,
);

/** The lines of a test source that can fail, and those that keep tests from running. */
export function guardsIn(text: string): {
  readonly assertions: readonly string[];
  readonly skips: readonly GuardLine[];
} {
  const assertions: string[] = [];
  const skips: GuardLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (comment.test(line)) continue;
    if (skip.test(line)) skips.push({ line: index + 1, text: line.trim() });
    if (assertion.test(line) && !hollow.test(line)) assertions.push(line.trim());
  }
  return { assertions, skips };
}

export interface GuardLine {
  readonly line: number;
  readonly text: string;
}

const literal =
  /"((?:[^"\\\n]|\\.){6,200})"|'((?:[^'\\\n]|\\.){6,200})'|(?<![\w.])(\d{4,}(?:\.\d+)?|\d+\.\d{2,})(?![\w.])/g;

/** Literals that tests compare with: long enough that no source has them by chance. */
export function expectedLiterals(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of guardsIn(text).assertions) {
    for (const match of line.matchAll(literal)) found.add(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return found;
}

/** Literals that a line of source answers with or asks for. */
export function answeredLiterals(line: string): readonly string[] {
  if (comment.test(line) || !/\breturn\b|[=!]==?|=>|\bcase\b|\b(?:equal|eql|string=)\b|\?/.test(line)) return [];
  return [...line.matchAll(literal)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}
