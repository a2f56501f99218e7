import { expect, it } from 'vitest';
import { memoryTree } from '../../../../core/verification/index.ts';
import { compileFlags, safeFlags } from '../../../../core/verification/toolchains/c-family/compile-commands.ts';

const safe = (...words: readonly string[]) => safeFlags(words, '/home/a/shop/build', '/home/a/shop/');

it('takes macros, the standard, and folders of the project and the system', () => {
  expect(
    safe('cc', '-DNAME', '-DTEXT="a b"', '-D', 'N=1', '-UOLD', '-std=c11', '-pthread', '-c', 'a.c', '-o', 'a.o'),
  ).toEqual(['-DNAME', '-DTEXT="a b"', '-DN=1', '-UOLD', '-std=c11', '-pthread']);
  expect(safe('-I../include', '-I', '/home/a/shop/src', '-isystem', '/usr/include/glib-2.0', '-I..')).toEqual([
    ...['-I', './include', '-I', './src'],
    ...['-isystem', '/usr/include/glib-2.0', '-I', '.'],
  ]);
  expect(safe('-include', '../config.h')).toEqual(['-include', './config.h']);
});

it('takes nothing that starts a program, loads a plugin, reads more flags or leads out', () => {
  const hostile = [
    ...['-fplugin=./evil.so', '-fplugin-arg-evil-x', '@flags.txt', '-specs=evil.specs', '--specs=evil.specs'],
    ...[
      '-B./bin',
      '-wrapper',
      './evil',
      '-Xclang',
      '-load',
      '-Xpreprocessor',
      '-Wp,-x',
      '-Wl,-z',
      '-no-integrated-cpp',
    ],
    ...[
      '-I/etc',
      '-I../../other',
      '-include',
      '/etc/passwd',
      '-isystem',
      '/home/b',
      '-I/usr/../etc',
      '-imacros',
      '/etc/x',
    ],
    ...[
      '-o',
      '/tmp/out',
      '-MD',
      '-MF',
      '/tmp/x',
      '-save-temps',
      '-fdump-tree-all',
      '-D-x',
      '-D',
      '@x',
      '-std=../x',
      '-x',
      'c',
    ],
  ];
  expect(safe(...hostile)).toEqual([]);
});

it('finds the project wherever the file was made', () => {
  const entry = {
    directory: '/elsewhere/shop/build',
    file: '../src/a.c',
    command: "cc -I../include -DX='1 2' -c ../src/a.c",
  };
  const tree = memoryTree({
    'src/a.c': '',
    'build/compile_commands.json': JSON.stringify([entry, { ...entry, file: 'gone.c' }]),
  });
  expect([...compileFlags(tree)]).toEqual([['src/a.c', ['-I', './include', '-DX=1 2']]]);
  expect(compileFlags(memoryTree({ 'compile_commands.json': '[{' })).size).toBe(0);
});
