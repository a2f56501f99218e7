import { protocol, type Session } from 'electron';
import { type AssetReader, createAssetReader, securityHeaders } from '../core/console/index.ts';
import { consoleScheme, isConsoleAddress } from './origin.ts';

/** Makes `app://` a standard, secure origin. Electron accepts this only before `ready`. */
export function registerConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: consoleScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built console, and no file outside its folder, under `app://console`. */
export function serveConsole(session: Session, folder: string): void {
  const readAsset = createAssetReader(folder);
  session.protocol.handle(consoleScheme, (request) => respond(request, readAsset));
}

async function respond(request: Request, readAsset: AssetReader): Promise<Response> {
  if (!isConsoleAddress(request.url)) return textResponse(404, 'There is nothing here');
  if (request.method !== 'GET' && request.method !== 'HEAD') return textResponse(405, 'Only GET and HEAD');
  const asset = await readAsset(new URL(request.url).pathname);
  if (!asset.ok) return textResponse(asset.problem.code === 'asset-missing' ? 404 : 403, asset.problem.message);
  const body = request.method === 'HEAD' ? null : new Uint8Array(asset.value.body);
  return new Response(body, { headers: { ...securityHeaders, 'content-type': asset.value.mediaType } });
}

function textResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' } });
}
