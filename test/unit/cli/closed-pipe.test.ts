import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

it('ends well when the reader of its output has gone', async () => {
  const child = spawn(process.execPath, ['core/cli/main.ts', 'case', 'schema'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});
