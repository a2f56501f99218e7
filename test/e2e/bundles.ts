import { bundleElectron } from '../../build/electron-bundle.ts';
import { ensureRendererBundle } from '../../build/renderer-bundle.ts';

/** What ships is what is tested: the renderer, the preload script and the main process are bundled first. */
export default async function bundleEverything(): Promise<void> {
  const renderer = await ensureRendererBundle(() => undefined);
  if (renderer.state === 'failed') throw new Error(`The console could not be built:\n${renderer.output}`);
  await bundleElectron();
}
