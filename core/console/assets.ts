import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fail, ok, type Result } from '../problem/index.ts';

export interface Asset {
  readonly body: Uint8Array;
  readonly mediaType: string;
}

/** Reads one file of the console by the path of a URL. Errors: `asset-path-refused`, `asset-missing`. */
export type AssetReader = (urlPath: string) => Promise<Result<Asset>>;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Serves files below `folder` and nothing else: the path is decoded once, must stay inside before and after links are
 * resolved, and must have a known extension. `/` is `index.html`.
 */
export function createAssetReader(folder: string): AssetReader {
  const root = resolve(folder);
  return async (urlPath) => {
    const path = decodedPath(urlPath);
    if (path === null) return fail('asset-path-refused', 'This path is not allowed', urlPath.slice(0, 200));
    const mediaType = mediaTypes[extname(path)];
    if (mediaType === undefined) return fail('asset-missing', 'There is no such file in the console', path);
    try {
      const realRoot = await realpath(root);
      const file = await realpath(join(realRoot, path));
      if (!isInside(realRoot, file)) return fail('asset-path-refused', 'This path is not allowed', path);
      if (!(await stat(file)).isFile()) return fail('asset-missing', 'There is no such file in the console', path);
      return ok({ body: await readFile(file), mediaType });
    } catch (error) {
      if (isMissing(error)) return fail('asset-missing', 'There is no such file in the console', path);
      throw error;
    }
  };
}

/** The relative path a URL path names, or null when it could mean anything but a file below the root. */
function decodedPath(urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (!decoded.startsWith('/') || /[\0\\]/.test(decoded)) return null;
  const segments = decoded.slice(1).split('/');
  if (segments.some((segment) => segment === '..' || segment === '.' || segment.includes(':'))) return null;
  const path = segments.join('/');
  return path === '' ? 'index.html' : path;
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}
