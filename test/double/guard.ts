/** Asked for by `await`, by JSON and by inspectors of any object; never a mistake in the shell. */
const askedOfEverything: ReadonlySet<string> = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName']);

const guarded = new WeakMap<object, object>();

/**
 * The same object, but reading or writing a member that the double does not have throws and names it: a test must never
 * pass because something was silently missing. Methods run on the object itself, so private members work.
 */
export function guard<T extends object>(name: string, target: T): T {
  const known = guarded.get(target);
  if (known !== undefined) return known as T;
  const bound = new Map<PropertyKey, unknown>();
  const proxy = new Proxy(target, {
    get(object, key) {
      if (!(key in object)) return absent(name, key);
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== 'function' || key === 'constructor' || isClass(value)) return value;
      const method = value;
      if (!bound.has(key) || Object.hasOwn(object, key)) {
        bound.set(key, (...args: unknown[]) => {
          const result: unknown = Reflect.apply(method, object, args);
          return result === object ? proxy : result;
        });
      }
      return bound.get(key);
    },
    set(object, key, value) {
      if (!(key in object)) throw new Error(missing(name, key));
      return Reflect.set(object, key, value, object);
    },
    construct(object, args) {
      return guard(name, Reflect.construct(object as new (...all: unknown[]) => object, args));
    },
  });
  guarded.set(target, proxy);
  return proxy as T;
}

function absent(name: string, key: PropertyKey): undefined {
  if (typeof key === 'symbol' || askedOfEverything.has(String(key))) return undefined;
  throw new Error(missing(name, key));
}

function missing(name: string, key: PropertyKey): string {
  return `The Electron double has no ${name}.${String(key)}: add it to test/double, typed by electron.d.ts`;
}

function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}
