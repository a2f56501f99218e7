/**
 * How the built console reaches a window: which files, under which headers. Shared by the desktop shell and the web
 * door.
 */
export { type Asset, type AssetReader, createAssetReader } from './assets.ts';
export { securityHeaders } from './headers.ts';
