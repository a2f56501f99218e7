/** The parts of the WebAssembly API used here: the language library for every platform has none of it. */
export interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: string;
}

export interface WebAssemblyMemory {
  /** `grow(0)` detaches every view on the memory. */
  grow(pages: number): number;
}

export interface WebAssemblyInstance {
  readonly exports: { readonly memory: WebAssemblyMemory } & Readonly<Record<string, unknown>>;
}

interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<WebAssemblyModule>;
  readonly Instance: new (module: WebAssemblyModule, imports: Readonly<Record<string, unknown>>) => WebAssemblyInstance;
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

const memorySection = 5;

/**
 * The same module with an upper bound on its memory, in pages of 64 KiB. Throws when the module has none to bound:
 * then the library changed and its limits must be looked at again.
 */
export function boundMemory(module: Uint8Array, maxPages: number): Uint8Array {
  let at = 8;
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
  };
  while (at < module.length) {
    const start = at;
    const section = module[at++];
    const end = readNumber() + at;
    if (section !== memorySection) {
      at = end;
      continue;
    }
    const [count, flags] = [readNumber(), readNumber()];
    if (count !== 1 || flags !== 0) break;
    const body = [1, 1, ...encodeNumber(readNumber()), ...encodeNumber(maxPages)];
    const bounded = [memorySection, ...encodeNumber(body.length), ...body];
    return Uint8Array.from([...module.subarray(0, start), ...bounded, ...module.subarray(end)]);
  }
  throw new Error('bug: the template engine has no unbounded memory of its own');
}

function encodeNumber(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const more = rest > 0x7f;
    bytes.push((rest & 0x7f) | (more ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}
