import type { Form } from './forms.ts';

/** What `#+` sees: a usual free implementation on a usual system. */
const features: ReadonlySet<string> = new Set([
  'sbcl',
  'ansi-cl',
  'common-lisp',
  'unix',
  'linux',
  'x86-64',
  '64-bit',
  'sb-thread',
  'sb-unicode',
  'ieee-floating-point',
  'little-endian',
  'asdf',
  'asdf3',
  'quicklisp',
]);

/** Whether a feature expression holds here. */
export function hasFeature(expression: Form): boolean {
  if (expression.kind === 'symbol') return features.has(expression.name);
  if (expression.kind !== 'list') return false;
  const [head, ...rest] = expression.items;
  switch (head?.kind === 'symbol' ? head.name : null) {
    case 'and':
      return rest.every(hasFeature);
    case 'or':
      return rest.some(hasFeature);
    case 'not':
      return !rest.some(hasFeature);
    default:
      return false;
  }
}
