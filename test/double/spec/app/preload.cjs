const { contextBridge, ipcRenderer } = require('electron');

function messageOf(act) {
  try {
    act();
    return 'nothing was thrown';
  } catch (error) {
    return error.message;
  }
}

contextBridge.exposeInMainWorld('api', {
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  nested: { deep: { answer: 42, add: (a, b) => a + b } },
  subscribe: (listener) => {
    const deliver = (_event, value) => listener(value);
    ipcRenderer.on('tick', deliver);
    return () => ipcRenderer.removeListener('tick', deliver);
  },
  fail: () => {
    throw new RangeError('too far');
  },
});
contextBridge.exposeInMainWorld('refusals', {
  secondExpose: messageOf(() => contextBridge.exposeInMainWorld('api', {})),
  nodeModule: messageOf(() => require('node:fs')),
  unknownMember: messageOf(() => ipcRenderer.sendSync('x')),
  process: typeof process,
});
globalThis.leakedFromPreload = true;
