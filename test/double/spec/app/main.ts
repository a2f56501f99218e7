// A small app of its own, so that the double is tested apart from Mizan.
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron';

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'";
const page = '<!doctype html><title>spec</title><h1>spec</h1><script>window.inlineRan = true</script>';

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
ipcMain.handle('echo', (_event, value) => value);
ipcMain.handle('refuse', () => {
  throw new Error('not this');
});
ipcMain.handle('give-function', () => () => 1);
ipcMain.handle('where', ({ senderFrame }) => ({
  url: senderFrame?.url,
  origin: senderFrame?.origin,
  top: senderFrame?.parent === null,
}));

app.whenReady().then(async () => {
  session.defaultSession.protocol.handle('app', (request) => {
    const headers = { 'content-type': 'text/html', 'content-security-policy': policy };
    return new URL(request.url).pathname === '/missing'
      ? new Response('nothing', { status: 404, headers })
      : new Response(page, { headers });
  });
  const window = new BrowserWindow({
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), nodeIntegrationInSubFrames: true },
  });
  await window.loadURL('app://spec/index.html');
});
