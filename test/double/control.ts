import type { MessageBoxReturnValue, OpenDialogReturnValue, SaveDialogReturnValue } from 'electron';

export interface RecordedNotification {
  readonly title: string;
  readonly body: string;
  click(): void;
}

export interface RecordedDialog {
  readonly kind: 'open' | 'save' | 'message' | 'error';
  readonly options: unknown;
}

/** What a test sees and scripts of the double: `globalThis.electronDouble` in the main process. */
export interface DoubleControl {
  readonly notifications: RecordedNotification[];
  readonly badgeCounts: number[];
  readonly dialogs: RecordedDialog[];
  /** Addresses that the shell handed to the system. */
  readonly openedExternally: string[];
  /** Requests that no protocol handler took. The double has no network: it refuses them and names them here. */
  readonly refusedRequests: string[];
  /** Taken one by one; a dialog without an answer is cancelled. */
  readonly answers: {
    readonly open: OpenDialogReturnValue[];
    readonly save: SaveDialogReturnValue[];
    readonly message: MessageBoxReturnValue[];
  };
  /** What `safeStorage` says it stands on. */
  storageBackend: ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>;
}

export const control: DoubleControl = {
  notifications: [],
  badgeCounts: [],
  dialogs: [],
  openedExternally: [],
  refusedRequests: [],
  answers: { open: [], save: [], message: [] },
  storageBackend: 'gnome_libsecret',
};
