import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Counts the modules of the SDK that a program loads. */
const counter = `import { registerHooks } from 'node:module';
let count = 0;
registerHooks({ load: (url, context, next) => {
  if (/node_modules\\/(ai|@ai-sdk|ollama-ai-provider-v2)\\//.test(url)) count += 1;
  return next(url, context);
} });
process.on('exit', () => process.stdout.write(String(count)));`;

test('the SDK is loaded only when a model is asked', () => {
  const room = join(import.meta.dirname, '../../../core/language-model/index.ts');
  const hook = `data:text/javascript,${encodeURIComponent(counter)}`;
  expect(execFileSync(process.execPath, ['--import', hook, room], { encoding: 'utf8' })).toBe('0');
  const asking = `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(import.meta.resolve('ai'))}`)}`;
  expect(
    Number(execFileSync(process.execPath, ['--import', hook, '--import', asking, room], { encoding: 'utf8' })),
  ).toBeGreaterThan(0);
});
