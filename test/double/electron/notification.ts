import { EventEmitter } from 'node:events';
import { control } from '../control.ts';

/** `Notification`: shown ones are recorded, and a test may click them. */
export class NotificationDouble
  extends EventEmitter
  implements Pick<Electron.Notification, 'show' | 'close' | 'title' | 'body'>
{
  readonly title: string;
  readonly body: string;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
  }

  /** They always are, whatever the machine has. */
  static isSupported(): boolean {
    return true;
  }

  /** Recorded with a way to click it. */
  show(): void {
    control.notifications.push({ title: this.title, body: this.body, click: () => void this.emit('click', {}) });
    this.emit('show', {});
  }

  /** Only tells the listeners. */
  close(): void {
    this.emit('close', {});
  }
}
