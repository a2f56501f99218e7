import { guard } from '../guard.ts';
import type { AppDouble } from './app.ts';
import { BrowserWindowDouble } from './browser-window.ts';

type Template = Electron.MenuItemConstructorOptions;

/** The items a menu role stands for, as far as a test may want to click them. */
const roleMenus: Readonly<Partial<Record<string, readonly Template[]>>> = {
  appmenu: [{ role: 'about' }, { role: 'hide' }, { role: 'quit' }],
  editmenu: [{ role: 'undo' }, { role: 'redo' }, { role: 'cut' }, { role: 'copy' }, { role: 'paste' }],
  windowmenu: [{ role: 'minimize' }, { role: 'close' }],
};

/** What a click on an item with a role does. Editing roles are Chromium's own and cannot be shown here. */
const roleActions: Readonly<Partial<Record<string, (window: BrowserWindowDouble | null) => void>>> = {
  quit: () => MenuDouble.app?.quit(),
  close: (window) => window?.close(),
  minimize: (window) => window?.minimize(),
  reload: (window) => window?.webContents.reload(),
  togglefullscreen: (window) => window?.setFullScreen(!window.isFullScreen()),
  resetzoom: (window) => window?.webContents.setZoomLevel(0),
  zoomin: (window) => zoom(window, 0.5),
  zoomout: (window) => zoom(window, -0.5),
};

function zoom(window: BrowserWindowDouble | null, step: number): void {
  window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + step);
}

/** `MenuItem`: clickable by a test. */
export class MenuItemDouble {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly accelerator: Electron.Accelerator | undefined;
  readonly submenu: MenuDouble | undefined;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly #template: Template;

  constructor(template: Template) {
    this.#template = template;
    this.role = template.role?.toLowerCase();
    this.id = template.id ?? '';
    this.label = template.label ?? template.role ?? '';
    this.type = template.type ?? 'normal';
    this.accelerator = template.accelerator;
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    const items = template.submenu ?? roleMenus[this.role ?? ''];
    this.submenu = Array.isArray(items) ? MenuDouble.buildFromTemplate([...items]) : undefined;
  }

  /**
   * Does what a person's click does: the item's own function, else what its role stands for. Disabled items do
   * nothing.
   */
  click(): void {
    if (!this.enabled) return;
    const window = BrowserWindowDouble.getFocusedWindow();
    const { click } = this.#template;
    const act = click === undefined ? roleActions[this.role ?? ''] : undefined;
    if (click !== undefined) click(this as never, (window ?? undefined) as never, {});
    else if (act !== undefined) act(window);
    else throw new Error(`The Electron double cannot click the menu role ${this.role}`);
  }
}

/** `Menu`: the application menu as data. */
export class MenuDouble {
  static app: AppDouble | null = null;
  static #application: MenuDouble | null = null;
  readonly items: MenuItemDouble[];

  constructor(items: MenuItemDouble[] = []) {
    this.items = items;
  }

  /** Submenus and roles are made into items as well. */
  static buildFromTemplate(template: Template[]): MenuDouble {
    return new MenuDouble(template.map((one) => guard('MenuItem', new MenuItemDouble(one))));
  }

  /** Kept for `getApplicationMenu`: no window shows it. */
  static setApplicationMenu(menu: MenuDouble | null): void {
    MenuDouble.#application = menu;
  }

  /** What was set last. */
  static getApplicationMenu(): MenuDouble | null {
    return MenuDouble.#application;
  }

  /** Submenus are searched too. */
  getMenuItemById(id: string): MenuItemDouble | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null);
      if (found !== null) return found;
    }
    return null;
  }
}
