/** `npm run build`: everything that ships. The renderer for both doors, main process and preload for the desktop. */
import { bundleElectron } from './electron-bundle.ts';
import { ensureRendererBundle } from './renderer-bundle.ts';

const bundle = await ensureRendererBundle(() => undefined);
if (bundle.state === 'failed') {
  process.stderr.write(`mizan: the console could not be built:\n${bundle.output}`);
  process.exit(2);
}
await bundleElectron();
process.stdout.write('Built dist/renderer and dist/electron.\n');
