import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a process says of itself; Electron adds where the resources of the app are. */
export interface SelfDescription {
  readonly execPath: string;
  readonly platform: string;
  readonly resourcesPath?: string;
}

/**
 * The Node that Mizan's own child processes run on: that of this process, or the one that ships beside a packaged
 * desktop app. A packaged app's executable refuses to be a Node (fuse `runAsNode`), and a sandbox can only start an
 * executable.
 */
export function ownNode(self: SelfDescription = process): string {
  if (self.resourcesPath === undefined) return self.execPath;
  const shipped = join(self.resourcesPath, 'node', self.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(shipped) ? shipped : self.execPath;
}
