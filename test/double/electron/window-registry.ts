/** Windows in the order they were made. `app` closes them, `BrowserWindow` enters them. */
export interface RegisteredWindow {
  close(): void;
  isDestroyed(): boolean;
}

export const openWindows: RegisteredWindow[] = [];
