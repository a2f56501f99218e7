import { guard } from '../guard.ts';
import { toShell } from './protocol.ts';

type Covered = 'url' | 'origin' | 'parent' | 'top' | 'frames' | 'detached' | 'name' | 'frameToken' | 'isDestroyed';

/** One frame of a page. Goes on existing after it is detached, as in Electron. */
export class WebFrameDouble implements Pick<Electron.WebFrameMain, Exclude<Covered, 'parent' | 'top' | 'frames'>> {
  readonly frameToken: string;
  readonly #tree: FrameTree;
  readonly #parentId: string | null;
  #address = 'about:blank';
  name = '';
  detached = false;

  constructor(tree: FrameTree, id: string, parentId: string | null) {
    this.#tree = tree;
    this.frameToken = id;
    this.#parentId = parentId;
  }

  get url(): string {
    return toShell(this.#address);
  }

  /** As Chromium writes it: `null` for a document without one. */
  get origin(): string {
    const { protocol, host } = new URL(this.url);
    return host === '' ? 'null' : `${protocol}//${host}`;
  }

  get parent(): WebFrameDouble | null {
    return this.#parentId === null ? null : this.#tree.get(this.#parentId);
  }

  get top(): WebFrameDouble | null {
    const { parent } = this;
    return parent === null ? this.#tree.get(this.frameToken) : parent.top;
  }

  get frames(): WebFrameDouble[] {
    return this.#tree.childrenOf(this.frameToken);
  }

  /** Whether the frame left its page. */
  isDestroyed(): boolean {
    return this.detached;
  }

  /** For the double: a new document. */
  navigated(address: string, name: string): void {
    this.#address = address;
    this.name = name;
  }

  /** For the double. */
  isChildOf(id: string): boolean {
    return this.#parentId === id;
  }
}

/** The frames of one page by their id. */
export class FrameTree {
  readonly #frames = new Map<string, WebFrameDouble>();

  /** The frame with this id, entered when it is new. */
  enter(id: string, parentId: string | null): WebFrameDouble {
    const known = this.#frames.get(id);
    if (known !== undefined) return known;
    const frame = new WebFrameDouble(this, id, parentId);
    this.#frames.set(id, frame);
    return guard('WebFrameMain', frame);
  }

  /** Null for a frame that left the page. */
  get(id: string): WebFrameDouble | null {
    const frame = this.#frames.get(id);
    return frame === undefined ? null : guard('WebFrameMain', frame);
  }

  /** The frame stays usable for whoever holds it, as detached. */
  remove(id: string): void {
    const frame = this.#frames.get(id);
    if (frame !== undefined) frame.detached = true;
    this.#frames.delete(id);
  }

  /** Those directly below, in the order in which they came. */
  childrenOf(id: string): WebFrameDouble[] {
    return [...this.#frames.values()].filter((one) => one.isChildOf(id)).map((one) => guard('WebFrameMain', one));
  }
}
