const tolerance = 1e-9;

/** Objects as subsets, lists by length and element, numbers within 1e-9, everything else exactly (FORMAT.md). */
export function matches(actual: unknown, expected: unknown): boolean {
  if (typeof expected === 'number') return typeof actual === 'number' && Math.abs(actual - expected) <= tolerance;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((item, index) => matches(actual[index], item));
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return false;
    return Object.entries(expected).every(
      ([name, value]) => Object.hasOwn(actual, name) && matches(actual[name], value),
    );
  }
  return actual === expected;
}

/** Whether a value is an object with fields: neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
