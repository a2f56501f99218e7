import { join } from 'node:path';

/** What the choice of a door depends on. */
export interface StartingPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user is root. */
  readonly isRoot: boolean;
  readonly projectRoot: string;
  exists(path: string): boolean;
}

export type DesktopDoor =
  | { readonly possible: true; readonly program: string }
  /** `why` is the end of a sentence that begins with "The desktop door cannot open: ". */
  | { readonly possible: false; readonly why: string };

/** Whether Electron's program and a display are here. Nothing is fetched. */
export function findDesktopDoor(place: StartingPlace): DesktopDoor {
  const { environment, platform } = place;
  const program = electronProgram(place);
  if (!place.exists(program)) {
    return {
      possible: false,
      why: "Electron's program is not on this machine. `npx install-electron` fetches it once from github.com",
    };
  }
  const hasDisplay = platform !== 'linux' || environment.DISPLAY || environment.WAYLAND_DISPLAY;
  if (!hasDisplay) return { possible: false, why: 'there is no display (DISPLAY and WAYLAND_DISPLAY are empty)' };
  if (platform === 'linux' && place.isRoot && !environment.ELECTRON_OVERRIDE_DIST_PATH) {
    return { possible: false, why: "Electron's sandbox does not run as root" };
  }
  return { possible: true, program };
}

/** Where Electron's npm package puts its program, or where `ELECTRON_OVERRIDE_DIST_PATH` says it is. */
function electronProgram({ environment, platform, projectRoot }: StartingPlace): string {
  const name =
    platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : platform === 'win32' ? 'electron.exe' : 'electron';
  return join(environment.ELECTRON_OVERRIDE_DIST_PATH || join(projectRoot, 'node_modules', 'electron', 'dist'), name);
}
