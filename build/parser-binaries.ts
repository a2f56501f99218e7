import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './run-command.ts';

const ends: Readonly<Record<string, string>> = { linux: '-gnu', darwin: '', win32: '-msvc' };

/** A package with native code, in the version that belongs to the parser that loads it. */
export interface ParserBinary {
  readonly name: string;
  readonly version: string;
}

/** The packages with the native code of the parsers for a system. */
export function parserBinaries(platform: string, arch: string): readonly ParserBinary[] {
  const system = `${platform}-${arch}${ends[platform] ?? ''}`;
  return [
    { name: `@ast-grep/napi-${system}`, version: versionOf('@ast-grep/napi') },
    { name: `@oxc-parser/binding-${system}`, version: versionOf('oxc-parser') },
  ];
}

function versionOf(name: string): string {
  const manifest = readFileSync(join(projectRoot, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
