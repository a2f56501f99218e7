import type { Signature } from '../model.ts';
import type { Form } from './forms.ts';

/** How a function with this lambda list may be called. Macros' nested patterns count as one argument each. */
export function signatureOf(lambdaList: Form | undefined): Signature | null {
  if (lambdaList?.kind !== 'list') return null;
  let section: 'required' | 'optional' | 'rest' | 'key' | 'aux' = 'required';
  let required = 0;
  let maximum: number | null = 0;
  let names: string[] | null = [];
  let skip = false;
  for (const item of lambdaList.items) {
    if (skip) {
      skip = false;
      continue;
    }
    const marker = item.kind === 'symbol' && item.name.startsWith('&') ? item.name : null;
    switch (marker) {
      case '&optional':
        section = 'optional';
        continue;
      case '&rest':
      case '&body':
        section = 'rest';
        maximum = null;
        continue;
      case '&key':
        section = 'key';
        continue;
      case '&aux':
        section = 'aux';
        continue;
      case '&allow-other-keys':
        names = null;
        continue;
      case '&environment':
      case '&whole':
        skip = true;
        continue;
    }
    if (section === 'required') required += 1;
    if ((section === 'required' || section === 'optional') && maximum !== null) maximum += 1;
    if (section === 'key') names?.push(keyName(item));
  }
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
