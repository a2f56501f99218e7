/** The upstream CEL suite (X5) through the metered environment that conditions use. */
import {
  type CelInput,
  type CelResult,
  type CelValue,
  celMap,
  celType,
  celUint,
  isCelError,
  isCelType,
  parse,
  plan,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';
import { getTestRegistry } from '@bufbuild/cel-spec/testdata/registry.js';
import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { expect, test } from 'vitest';
import { meteredEnvironment, planMetered } from '../../core/machine/expression/cel.ts';

type Case = IncrementalTestSuite['tests'][number]['original'];

const registry = getTestRegistry();

function casesOf(suite: IncrementalTestSuite): readonly Case[] {
  return [...suite.tests.map(({ original }) => original), ...suite.suites.flatMap(casesOf)];
}

/** A value of the suite as CEL takes it; a type as its name. */
function inputOf(value: Value | undefined): CelInput {
  const kind = value?.kind ?? { case: undefined };
  switch (kind.case) {
    case 'uint64Value':
      return celUint(kind.value);
    case 'enumValue':
      return BigInt(kind.value.value);
    case 'listValue':
      return kind.value.values.map(inputOf);
    case 'mapValue':
      return celMap(new Map(kind.value.entries.map((entry) => [inputOf(entry.key) as string, inputOf(entry.value)])));
    case 'nullValue':
    case undefined:
      return null;
    default:
      return kind.value;
  }
}

const equal = plan(meteredEnvironment({ registry }), parse('a == b'));

function isExpected(result: CelResult, expected: Value): boolean {
  if (isCelError(result)) return false;
  if (expected.kind.case === 'typeValue') return isCelType(result) && result.name === expected.kind.value;
  if (typeof result === 'number' && Number.isNaN(result)) return Number.isNaN(expected.kind.value);
  const wanted = inputOf(expected);
  return sameType(result, expected) && equal({ a: result, b: wanted }) === true;
}

/** `1 == 1u` holds in CEL, but is another answer. */
function sameType(result: CelValue, expected: Value): boolean {
  const names: Partial<Record<NonNullable<Value['kind']['case']>, string>> = {
    boolValue: 'bool',
    int64Value: 'int',
    uint64Value: 'uint',
    doubleValue: 'double',
    stringValue: 'string',
    bytesValue: 'bytes',
  };
  const name = expected.kind.case === undefined ? undefined : names[expected.kind.case];
  return name === undefined || celType(result).name === name;
}

function bindingsOf({ bindings }: Case): Readonly<Record<string, CelInput>> {
  const given = Object.entries(bindings).flatMap(([name, { kind }]) =>
    kind.case === 'value' ? [[name, inputOf(kind.value)] as const] : [],
  );
  return Object.fromEntries(given);
}

/** Null when the case asks for something that is not evaluation: unknowns, or types that only a checker knows. */
function passes(one: Case): boolean | null {
  const matcher = one.resultMatcher;
  if (one.checkOnly || matcher.case === 'unknown' || matcher.case === 'anyUnknowns') return null;
  const environment = meteredEnvironment({ namespace: one.container, registry, funcs: [...strings] });
  const bindings = bindingsOf(one);
  const isErrorExpected = matcher.case === 'evalError' || matcher.case === 'anyEvalErrors';
  let result: CelResult;
  try {
    result = planMetered(environment, one.expr)(bindings);
  } catch {
    return isErrorExpected;
  }
  if (isErrorExpected) return isCelError(result);
  switch (matcher.case) {
    case 'typedResult':
      return matcher.value.result === undefined ? null : isExpected(result, matcher.value.result);
    case 'value':
      return isExpected(result, matcher.value);
    default:
      return result === true;
  }
}

/** Libraries beside the language, which conditions do not offer. */
const extensions = ['bindings_ext', 'block_ext', 'encoders_ext', 'macros2', 'math_ext', 'optionals', 'proto2_ext'];

test('the upstream CEL suite', () => {
  const counts = getConformanceSuite().suites.map((suite) => {
    const asked = casesOf(suite)
      .map(passes)
      .filter((answer) => answer !== null);
    return { name: suite.name, passed: asked.filter(Boolean).length, total: asked.length };
  });
  const sum = (chosen: typeof counts) => ({
    passed: chosen.reduce((all, { passed }) => all + passed, 0),
    total: chosen.reduce((all, { total }) => all + total, 0),
  });
  const language = counts.filter(({ name }) => !extensions.includes(name));
  const [core, whole] = [sum(language), sum(counts)];
  const incomplete = language.filter(({ passed, total }) => passed < total);
  process.stdout.write(
    `CEL suite: ${core.passed}/${core.total} of the language, ${whole.passed}/${whole.total} with its extensions; ` +
      `not complete: ${incomplete.map(({ name, passed, total }) => `${name} ${passed}/${total}`).join(', ')}\n`,
  );
  // What is missing is typed enums, and fields of protobuf messages, which JSON data has none of.
  expect(incomplete.map(({ name }) => name)).toStrictEqual(['enums', 'fields', 'proto2', 'proto3', 'timestamps']);
  expect(core.passed).toBeGreaterThanOrEqual(1892);
});
