// The structured clone algorithm as text, so that a value can cross between Node and a page. Runs in both: no imports.

/** Replaces what plain cloning refuses (a function, a promise) by a token; null refuses it. */
export type Tokenize = (value: object) => object | null;
export type Revive = (token: object) => unknown;

type Node = readonly [kind: string, ...parts: unknown[]];

/**
 * Writes `value` as JSON text. Cycles and shared references are kept. Throws what Electron throws for values that
 * cannot be cloned: functions, symbols, promises, weak references.
 */
export function encodeClone(value: unknown, tokenize: Tokenize = () => null): string {
  const nodes: Node[] = [];
  const known = new Map<object, number>();

  function add(item: unknown): number {
    if (typeof item === 'object' && item !== null) {
      const seen = known.get(item);
      if (seen !== undefined) return seen;
      const place = nodes.push(['pending']) - 1;
      known.set(item, place);
      nodes[place] = objectNode(item);
      return place;
    }
    return nodes.push(primitiveNode(item)) - 1;
  }

  function refuse(): never {
    throw new TypeError('An object could not be cloned.');
  }

  function primitiveNode(item: unknown): Node {
    switch (typeof item) {
      case 'undefined':
        return ['undefined'];
      case 'bigint':
        return ['bigint', String(item)];
      case 'number':
        return Number.isFinite(item) && !Object.is(item, -0)
          ? ['json', item]
          : ['number', Object.is(item, -0) ? '-0' : String(item)];
      case 'function':
        return tokenNode(item) ?? refuse();
      case 'symbol':
        return refuse();
      default:
        return ['json', item];
    }
  }

  function tokenNode(item: object): Node | null {
    const token = tokenize(item);
    return token === null ? null : ['token', token];
  }

  function objectNode(item: object): Node {
    const token = tokenNode(item);
    if (token !== null) return token;
    if (Array.isArray(item)) return ['array', item.map(add)];
    if (item instanceof Date) return ['date', item.getTime()];
    if (item instanceof RegExp) return ['regexp', item.source, item.flags];
    if (item instanceof Map) return ['map', [...item].map(([key, one]) => [add(key), add(one)])];
    if (item instanceof Set) return ['set', [...item].map(add)];
    if (item instanceof Error) return ['error', item.name, item.message, item.stack ?? ''];
    if (item instanceof ArrayBuffer) return ['buffer', bytesToText(new Uint8Array(item))];
    if (ArrayBuffer.isView(item)) {
      const bytes = new Uint8Array(item.buffer, item.byteOffset, item.byteLength);
      return ['view', viewName(item), bytesToText(bytes)];
    }
    if (item instanceof Promise || item instanceof WeakMap || item instanceof WeakSet) return refuse();
    return ['object', Object.keys(item).map((key) => [key, add((item as Record<string, unknown>)[key])])];
  }

  // Electron's Buffer arrives as a Uint8Array, so a subclass is named by its base.
  function viewName(item: ArrayBufferView): string {
    return item instanceof Uint8Array ? 'Uint8Array' : item.constructor.name;
  }

  function bytesToText(bytes: Uint8Array): string {
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }

  const root = add(value);
  return JSON.stringify({ root, nodes });
}

/** Reads what `encodeClone` wrote. `revive` turns each token back into something useful. */
export function decodeClone(text: string, revive: Revive = () => undefined): unknown {
  const { root, nodes } = JSON.parse(text) as { root: number; nodes: Node[] };
  const made = new Map<number, unknown>();

  function keep<T>(place: number, value: T): T {
    made.set(place, value);
    return value;
  }

  function textToBytes(part: unknown): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(atob(String(part)), (character) => character.charCodeAt(0));
  }

  function read(place: number): unknown {
    if (made.has(place)) return made.get(place);
    const [kind, first, second] = nodes[place] ?? ['undefined'];
    switch (kind) {
      case 'json':
        return first;
      case 'number':
        return Number(first);
      case 'bigint':
        return BigInt(String(first));
      case 'token':
        return keep(place, revive(first as object));
      case 'array': {
        const list: unknown[] = keep(place, []);
        for (const one of first as number[]) list.push(read(one));
        return list;
      }
      case 'object': {
        const record: Record<string, unknown> = keep(place, {});
        for (const [key, one] of first as [string, number][]) {
          Object.defineProperty(record, key, {
            value: read(one),
            enumerable: true,
            configurable: true,
            writable: true,
          });
        }
        return record;
      }
      case 'map': {
        const map = keep(place, new Map<unknown, unknown>());
        for (const [key, one] of first as [number, number][]) map.set(read(key), read(one));
        return map;
      }
      case 'set': {
        const set = keep(place, new Set<unknown>());
        for (const one of first as number[]) set.add(read(one));
        return set;
      }
      case 'date':
        return keep(place, new Date(Number(first)));
      case 'regexp':
        return keep(place, new RegExp(String(first), String(second)));
      case 'error': {
        const error = new Error(String(second));
        error.name = String(first);
        return keep(place, error);
      }
      case 'buffer':
        return keep(place, textToBytes(first).buffer);
      case 'view':
        return keep(place, viewOf(String(first), textToBytes(second)));
      default:
        return undefined;
    }
  }

  function viewOf(name: string, bytes: Uint8Array<ArrayBuffer>): unknown {
    const kinds: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = {
      Uint8Array,
      Int8Array,
      Uint8ClampedArray,
      Uint16Array,
      Int16Array,
      Uint32Array,
      Int32Array,
      Float32Array,
      Float64Array,
      BigInt64Array,
      BigUint64Array,
      DataView,
    };
    const View = kinds[name] ?? Uint8Array;
    return new View(bytes.buffer);
  }

  return read(root);
}
