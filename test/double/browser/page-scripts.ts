import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'page');

/** The name of the binding that the isolated world posts to, and of the inbox that it reads. */
export const bindingName = 'electronDoublePost';
export const inboxName = 'electronDoubleInbox';
export const isolatedWorldName = 'Electron Isolated Context';

/** The modules of `page/` as one classic script: types and module syntax removed. */
function classic(names: readonly string[]): string {
  return names
    .map((name) => stripTypeScriptTypes(readFileSync(join(folder, `${name}.ts`), 'utf8')))
    .map((source) => source.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, ''))
    .join('\n');
}

/** Runs in every page before its own scripts. `secret` names the events between the worlds. */
export function mainWorldScript(secret: string): string {
  return `(() => {${classic(['clone', 'peer', 'main-world'])}
    installMainWorld(${JSON.stringify(secret)});
  })()`;
}

/** Runs the preload script in the isolated world, in sub-frames only when the window asked for that. */
export function isolatedWorldScript(secret: string, preload: string, inSubFrames: boolean): string {
  return `(() => {
    if (window !== window.top && !${inSubFrames}) return;
    ${classic(['clone', 'peer', 'isolated-world'])}
    const require = createSandboxedRequire(${JSON.stringify(secret)}, {
      post: globalThis[${JSON.stringify(bindingName)}],
      inbox: ${JSON.stringify(inboxName)},
    });
    (function (require, exports, module) {${preload}
    })(require, {}, { exports: {} });
  })()`;
}
