// Loaded with `node --require`: from here on, `electron` in this process is the double.
import { registerHooks } from 'node:module';
import { control } from './control.ts';
import { createElectronModule } from './electron-module.ts';

// Node loads these when they are first read. Loaded while an inspector evaluates something, one would find the other
// half loaded, and the process would end. Nothing waits for anything yet, so nothing comes in between.
for (const name of ['performance', 'WebSocket'] as const) Reflect.get(globalThis, name);

const electron = createElectronModule();
const moduleName = Symbol.for('electron double: module');
Object.assign(globalThis, { [moduleName]: electron, electronDouble: control });

const address = 'electron-double:electron';
const read = `globalThis[Symbol.for(${JSON.stringify(moduleName.description)})]`;
const names = Object.keys(electron);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron' && specifier !== 'electron/main') return next(specifier, context);
    const format = context.conditions.includes('require') ? 'commonjs' : 'module';
    return { url: `${address}?${format}`, format, shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(address)) return next(url, context);
    if (url.endsWith('commonjs'))
      return { format: 'commonjs', source: `module.exports = ${read};`, shortCircuit: true };
    return {
      format: 'module',
      source: `const electron = ${read};\nexport default electron;\nexport const { ${names.join(', ')} } = electron;`,
      shortCircuit: true,
    };
  },
});
