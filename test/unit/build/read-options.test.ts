import { expect, test } from 'vitest';
import { readOptions } from '../../../build/read-options.ts';

const options = { port: { type: 'string' }, open: { type: 'boolean', default: true } } as const;

function giveUp(message: string): never {
  throw new Error(message);
}

test('options are read with their defaults', () => {
  expect({ ...readOptions({ options, args: ['--port', '7'] }, 'Use: it', giveUp) }).toStrictEqual({
    port: '7',
    open: true,
  });
});

test('an option that there is not is told with the usage below it', () => {
  expect(() => readOptions({ options, args: ['--pony'] }, 'Use: it', giveUp)).toThrow(/'--pony'[\s\S]*\nUse: it$/);
});
