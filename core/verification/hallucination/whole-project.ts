import type ts from '@typescript/typescript6';
import type { ProjectTree } from '../project/tree.ts';
import type { Looking } from './name-check.ts';
import { configOf, filesOf } from './typescript-config.ts';
import { createTypeScriptProgram, type TypeScriptProgram } from './typescript-program.ts';

/** In projects of more files a finding stands as it is: to compile them all would take longer than a verifier has. */
const mostFiles = 3_000;

export interface WholeProject {
  /** Whether the compiler says the same of a file when all files of its tsconfig are there. */
  confirms(path: string, diagnostic: ts.Diagnostic): boolean;
}

/**
 * All files under the tsconfig of these, compiled when a finding asks for it: any of them may declare a global name, or
 * bring the types of a platform with what it imports.
 */
export function wholeProject(tree: ProjectTree, files: readonly string[], looking: Looking): WholeProject {
  let program: TypeScriptProgram | null | undefined;
  const said = new Map<string, ReadonlySet<string>>();
  return {
    confirms: (path, diagnostic) => {
      if (program === undefined) program = compileAll(tree, files, looking);
      const file = program?.fileOf(path);
      if (program === null || file === undefined) return true;
      const known = said.get(path) ?? new Set(program.program.getSemanticDiagnostics(file).map(keyOf));
      said.set(path, known);
      return known.has(keyOf(diagnostic));
    },
  };
}

function compileAll(tree: ProjectTree, files: readonly string[], looking: Looking): TypeScriptProgram | null {
  const config = configOf(tree, files[0] ?? '');
  const all = config === null ? [] : filesOf(tree, config);
  if (all.length === 0 || all.length > mostFiles) return null;
  return createTypeScriptProgram(tree, all, looking);
}

function keyOf({ code, start }: ts.Diagnostic): string {
  return `${code} ${start}`;
}
