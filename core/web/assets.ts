import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createAssetReader } from '../console/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

export interface AssetReply {
  readonly body: Uint8Array;
  readonly mediaType: string;
  readonly encoding: Encoding | null;
  readonly cacheControl: string;
}

export interface Assets {
  /** The file at this path of the bundle, `/` being the page, compressed as the browser likes. Errors: `not-found`. */
  find(path: string, acceptEncoding: string): Promise<Result<AssetReply>>;
}

const compressors = {
  br: (body: Uint8Array) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
} as const;
type Encoding = keyof typeof compressors;

const compressible = /^(text\/|application\/json|application\/wasm|image\/svg|font\/ttf)/;

/** The built renderer in `folder`. Errors: `renderer-missing`. */
export async function openAssets(folder: string): Promise<Result<Assets>> {
  const read = createAssetReader(folder);
  if (!(await read('/')).ok) {
    return fail('renderer-missing', 'The console is not built yet: run npm start, or npm run build', folder);
  }
  const kept = new Map<string, Promise<Uint8Array>>();
  return ok({
    async find(path, acceptEncoding) {
      const asset = await read(path);
      if (!asset.ok) return fail('not-found', 'There is no such page');
      const { body, mediaType } = asset.value;
      // The build puts a hash of the content into every name under assets/, so only those may be kept, here and there.
      const hashed = path.startsWith('/assets/');
      const cacheControl = hashed ? 'private, max-age=31536000, immutable' : 'no-store';
      const encoding = compressible.test(mediaType) ? acceptedEncoding(acceptEncoding) : null;
      if (encoding === null) return ok({ body, mediaType, encoding, cacheControl });
      const compress = () => compressors[encoding](body);
      const compressed = await (hashed ? once(kept, `${encoding} ${path}`, compress) : compress());
      return ok({ body: compressed, mediaType, encoding, cacheControl });
    },
  });
}

function acceptedEncoding(header: string): Encoding | null {
  const accepted = header.split(',').map((part) => part.split(';')[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

function once<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
