import { javaScriptChangeKinds, plantEcmaScriptChange, typeScriptChangeKinds } from './changes-ecmascript.ts';
import { plantCommonJsChange } from './changes-javascript.ts';
import { lispChangeKinds, plantLispChange } from './changes-lisp.ts';
import { plantPythonChange, pythonChangeKinds } from './changes-python.ts';
import type { CorpusLanguage } from './corpus.ts';
import { compiledImportKinds, compiledNameKinds, plantCompiledName } from './names-compiled.ts';
import { ecmaScriptNameKinds, plantEcmaScriptName } from './names-ecmascript.ts';
import { lispNameKinds, plantLispName } from './names-lisp.ts';
import { plantPythonName, pythonNameKinds } from './names-python.ts';
import type { Plant } from './plant.ts';
import type { Dice } from './random.ts';

export interface CorpusNames {
  readonly all: ReadonlySet<string>;
  /** Functions that its Lisp sources define. */
  readonly functions: ReadonlySet<string>;
  /** What the packages of its Lisp sources export. */
  readonly exported: ReadonlySet<string>;
}

/** What is planted into one language: how many in all, of which kinds, and how. */
export interface Planting {
  readonly dimension: 'hallucination' | 'semantics';
  readonly total: number;
  readonly kinds: readonly string[];
  plant(kind: string, path: string, text: string, names: CorpusNames, random: Dice): Plant | null;
}

/** 500 wrong names where Mizan looks itself, and 240 where a compiler does. */
export const wrongNames: Readonly<Record<CorpusLanguage, Planting>> = {
  TypeScript: namesOf(140, ecmaScriptNameKinds, plantEcmaScriptName),
  JavaScript: namesOf(120, ecmaScriptNameKinds, plantEcmaScriptName),
  Python: namesOf(140, pythonNameKinds, plantPythonName),
  'Common Lisp': {
    dimension: 'hallucination',
    total: 100,
    kinds: lispNameKinds,
    plant: (kind, path, text, { all, functions }, random) => plantLispName(kind, path, text, all, random, functions),
  },
  Go: namesOf(60, compiledImportKinds, plantCompiledName('go')),
  Java: namesOf(120, compiledImportKinds, plantCompiledName('java')),
  C: namesOf(60, compiledNameKinds, plantCompiledName('c')),
};

/** 300 changes that may break users. */
export const brokenApis: Readonly<Partial<Record<CorpusLanguage, Planting>>> = {
  TypeScript: changesOf(120, typeScriptChangeKinds, plantEcmaScriptChange),
  JavaScript: changesOf(60, javaScriptChangeKinds, (kind, path, text, random) =>
    /^export /m.test(text)
      ? plantEcmaScriptChange(kind, path, text, random)
      : plantCommonJsChange(kind, path, text, random),
  ),
  Python: changesOf(60, pythonChangeKinds, plantPythonChange),
  'Common Lisp': {
    dimension: 'semantics',
    total: 60,
    kinds: lispChangeKinds,
    plant: (kind, path, text, { exported }, random) => plantLispChange(kind, path, text, exported, random),
  },
};

function namesOf(
  total: number,
  kinds: readonly string[],
  plant: (kind: string, path: string, text: string, taken: ReadonlySet<string>, random: Dice) => Plant | null,
): Planting {
  return {
    dimension: 'hallucination',
    total,
    kinds,
    plant: (kind, path, text, { all }, random) => plant(kind, path, text, all, random),
  };
}

function changesOf(
  total: number,
  kinds: readonly string[],
  plant: (kind: string, path: string, text: string, random: Dice) => Plant | null,
): Planting {
  return {
    dimension: 'semantics',
    total,
    kinds,
    plant: (kind, path, text, _names, random) => plant(kind, path, text, random),
  };
}
