import { dirname, join } from 'node:path';

/** Where the inspector lies, and the folder that holds this program and its packages, which it must be able to read. */
export interface InspectorPlace {
  readonly script: string;
  readonly programFolder: string;
}

/**
 * The inspector of the program that `self`, a file of this folder or the desktop app's bundle, belongs to. The bundles
 * are in dist/electron; of a packaged app the inspector's lies outside the archive, which only Electron can look into.
 */
export function inspectorPlace(self: string): InspectorPlace {
  const folder = dirname(self);
  if (!self.endsWith('.js')) {
    return { script: join(folder, 'inspector.ts'), programFolder: join(folder, '../../../') };
  }
  const outside = folder.replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked');
  return { script: join(outside, 'inspector.js'), programFolder: join(outside, '../../') };
}
