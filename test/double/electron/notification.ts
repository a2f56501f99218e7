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

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    control.notifications.push({ title: this.title, body: this.body, click: () => void this.emit('click', {}) });
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}
