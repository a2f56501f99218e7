import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';

/** Where a window was and how. Units: device-independent pixels. */
export interface WindowState {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

const coordinate = z.number().int().min(-100_000).max(100_000);
const length = z.number().int().min(100).max(20_000);
const fileShape = z.strictObject({
  version: z.literal(1),
  bounds: z.strictObject({ x: coordinate, y: coordinate, width: length, height: length }),
  maximized: z.boolean(),
});

const defaultSize = { width: 1440, height: 900 } as const;
/** Enough of the title bar to take hold of the window. */
const graspable = 80;

/** Reads the file. One that is missing, damaged or of another version reads as null: nothing is lost with it. */
export function readWindowState(file: string): WindowState | null {
  try {
    const parsed = fileShape.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? { bounds: parsed.data.bounds, maximized: parsed.data.maximized } : null;
  } catch {
    return null;
  }
}

/** Replaces the file in one rename. */
export function writeWindowState(file: string, state: WindowState): void {
  const staging = `${file}.${process.pid}.new`;
  try {
    writeFileSync(staging, `${JSON.stringify({ version: 1, ...state })}\n`, { mode: 0o600 });
    renameSync(staging, file);
  } catch (error) {
    rmSync(staging, { force: true });
    throw error;
  }
}

/**
 * Where to open: as remembered when a display still shows enough of it, else centred on the first display, never larger
 * than it. `workAreas` are the displays without panels and docks, the primary one first.
 */
export function placeWindow(remembered: WindowState | null, workAreas: readonly Rectangle[]): WindowState {
  const primary = workAreas[0] ?? { x: 0, y: 0, ...defaultSize };
  const area = remembered === null ? undefined : workAreas.find((one) => isGraspable(remembered.bounds, one));
  if (remembered !== null && area !== undefined) {
    const width = Math.min(remembered.bounds.width, area.width);
    const height = Math.min(remembered.bounds.height, area.height);
    return { bounds: { ...remembered.bounds, width, height }, maximized: remembered.maximized };
  }
  const width = Math.min(defaultSize.width, primary.width);
  const height = Math.min(defaultSize.height, primary.height);
  const x = primary.x + Math.floor((primary.width - width) / 2);
  const y = primary.y + Math.floor((primary.height - height) / 2);
  return { bounds: { x, y, width, height }, maximized: remembered?.maximized ?? false };
}

function isGraspable(bounds: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return visible >= graspable && bounds.y >= area.y && bounds.y + graspable <= area.y + area.height;
}
