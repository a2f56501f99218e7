/** The event object of Electron's main process: a listener may prevent what is about to happen. */
export class CancellableEvent {
  defaultPrevented = false;

  /** Heard by whoever emitted the event. */
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** An event object with the given details on it. */
export function cancellable<T extends object>(details: T): CancellableEvent & T {
  return Object.assign(new CancellableEvent(), details);
}
