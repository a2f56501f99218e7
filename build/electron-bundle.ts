import { build } from 'vite';
import { electronBuilds } from './vite.electron.config.ts';

/**
 * Builds `dist/electron/main.js` and `preload.cjs`. Takes under a second, so it is simply done each time. Throws on
 * errors.
 */
export async function bundleElectron(): Promise<void> {
  for (const config of electronBuilds) await build({ ...config, configFile: false });
}
