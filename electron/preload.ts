import { contextBridge, ipcRenderer } from 'electron';
import type { ConsoleBridge } from '../core/api/index.ts';
import { eventChannel, requestChannel } from './channels.ts';

// Runs sandboxed, in a world of its own. It passes plain JSON on and decides nothing: the gateway does.
const bridge: ConsoleBridge = {
  request: (name, input) => ipcRenderer.invoke(requestChannel, { name, input }),
  subscribe: (listener) => {
    const deliver: Parameters<typeof ipcRenderer.on>[1] = (_event, payload) => listener(payload);
    ipcRenderer.on(eventChannel, deliver);
    return () => {
      ipcRenderer.removeListener(eventChannel, deliver);
    };
  },
};

contextBridge.exposeInMainWorld('mizan', Object.freeze(bridge));
