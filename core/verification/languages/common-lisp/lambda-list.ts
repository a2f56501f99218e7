import type { Signature } from '../model.ts';
import type { Form } from './forms.ts';

type Section = 'required' | 'optional' | 'rest' | 'key' | 'aux';

/** What stands behind each marker of a lambda list. */
const sections: ReadonlyMap<string, Section> = new Map([
  ['&optional', 'optional'],
  ['&rest', 'rest'],
  ['&body', 'rest'],
  ['&key', 'key'],
  ['&aux', 'aux'],
]);

/** How a function with this lambda list may be called. Macros' nested patterns count as one argument each. */
export function signatureOf(lambdaList: Form | undefined): Signature | null {
  if (lambdaList?.kind !== 'list') return null;
  const counts: Record<Section, number> = { required: 0, optional: 0, rest: 0, key: 0, aux: 0 };
  let section: Section = 'required';
  let takesMore = false;
  let names: string[] | null = [];
  let isSkipped = false;
  for (const item of lambdaList.items) {
    const marker = item.kind === 'symbol' && item.name.startsWith('&') ? item.name : '';
    const next = sections.get(marker);
    if (isSkipped) isSkipped = false;
    else if (next !== undefined) {
      section = next;
      takesMore ||= next === 'rest';
    } else if (marker === '&allow-other-keys') names = null;
    else if (marker === '&environment' || marker === '&whole') isSkipped = true;
    else {
      counts[section] += 1;
      if (section === 'key') names?.push(keyName(item));
    }
  }
  const { required, optional } = counts;
  const maximum = takesMore ? null : required + optional;
  return { required, maximum, requiredNames: [], names };
}

/** `x`, `(x default)` and `((:name x) default)` as the keyword callers write. */
function keyName(item: Form): string {
  if (item.kind === 'symbol') return item.name;
  if (item.kind !== 'list') return '';
  const [first] = item.items;
  return first === undefined ? '' : keyName(first);
}

/** The variables a lambda list binds, destructured ones included. */
export function variablesOf(lambdaList: Form | undefined): readonly string[] {
  if (lambdaList === undefined) return [];
  if (lambdaList.kind === 'symbol') return lambdaList.name.startsWith('&') ? [] : [lambdaList.name];
  return lambdaList.kind === 'list' ? lambdaList.items.flatMap(variablesOf) : [];
}
