import ts from '@typescript/typescript6';
import { type Edit, type Plant, planted } from './plant.ts';
import type { Dice } from './random.ts';

export const javaScriptChangeKinds = ['removed export', 'parameter added', 'parameter removed'] as const;
export const typeScriptChangeKinds = [...javaScriptChangeKinds, 'parameter narrowed', 'result widened'] as const;

/** Changes one exported function of a source in a way that may break its users; null when there is no place for it. */
export function plantEcmaScriptChange(kind: string, path: string, text: string, random: Dice): Plant | null {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const isTyped = /tsx?$/.test(path);
  const places = exportedFunctions(file).flatMap((one) => {
    const edit = placeFinders[kind]?.(one, file, isTyped) ?? null;
    return edit === null ? [] : [{ edit, symbol: one.name?.text ?? '' }];
  });
  const place = random.pick(places);
  return place === undefined ? null : planted(kind, path, text, place.edit, place.symbol);
}

/** Functions with `export` before them and one declaration. */
function exportedFunctions(file: ts.SourceFile): readonly ts.FunctionDeclaration[] {
  const all = file.statements.filter(ts.isFunctionDeclaration);
  const isOnly = (name: string | undefined) => all.filter((one) => one.name?.text === name).length === 1;
  return all.filter(
    (one) =>
      one.name !== undefined &&
      one.body !== undefined &&
      isOnly(one.name.text) &&
      one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
      !one.modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword),
  );
}

type FindPlace = (one: ts.FunctionDeclaration, file: ts.SourceFile, isTyped: boolean) => Edit | null;

/** Where a kind of change can be made to a function, and how. */
const placeFinders: Readonly<Record<string, FindPlace>> = {
  'removed export': (one, file) => {
    const keyword = one.modifiers?.find((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
    return keyword === undefined ? null : { start: keyword.getStart(file), end: keyword.end + 1, replacement: '' };
  },
  'parameter added': ({ parameters }, _file, isTyped) => {
    if (parameters.some((parameter) => isRest(parameter) || isOptional(parameter))) return null;
    const added = isTyped ? 'planted: string' : 'planted';
    const replacement = parameters.length === 0 || parameters.hasTrailingComma ? added : `, ${added}`;
    return { start: parameters.end, end: parameters.end, replacement };
  },
  'parameter removed': ({ parameters }) => {
    const last = parameters.at(-1);
    if (last === undefined || parameters.some(isRest)) return null;
    return { start: parameters.at(-2)?.end ?? last.getFullStart(), end: last.end, replacement: '' };
  },
  'parameter narrowed': ({ parameters }, file) => {
    const types = parameters.flatMap((parameter) => (isRest(parameter) ? [] : (parameter.type ?? [])));
    const type = types.find((one) => ts.isUnionTypeNode(one) || one.kind === ts.SyntaxKind.StringKeyword);
    if (type === undefined) return null;
    const replacement = ts.isUnionTypeNode(type) ? (type.types[0]?.getText(file) ?? '') : "'planted'";
    return { start: type.getStart(file), end: type.end, replacement };
  },
  'result widened': ({ type }, file) => {
    if (type === undefined || ts.isTypePredicateNode(type)) return null;
    const text = type.getText(file);
    if (/\b(any|unknown|void|null|never|undefined)\b/.test(text)) return null;
    return { start: type.getStart(file), end: type.end, replacement: `(${text}) | null` };
  },
};

function isRest({ dotDotDotToken }: ts.ParameterDeclaration): boolean {
  return dotDotDotToken !== undefined;
}

function isOptional({ questionToken, initializer }: ts.ParameterDeclaration): boolean {
  return questionToken !== undefined || initializer !== undefined;
}
