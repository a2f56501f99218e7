import ts from '@typescript/typescript6';
import { type Edit, type Plant, planted } from './plant.ts';
import type { Dice } from './random.ts';

export const javaScriptChangeKinds = ['removed export', 'parameter added', 'parameter removed'] as const;
export const typeScriptChangeKinds = [...javaScriptChangeKinds, 'parameter narrowed', 'result widened'] as const;

interface Place {
  readonly edit: Edit;
  readonly symbol: string;
}

/** Changes one exported function of a source in a way that may break its users; null when there is no place for it. */
export function plantEcmaScriptChange(kind: string, path: string, text: string, random: Dice): Plant | null {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const isTyped = /tsx?$/.test(path);
  const places = exportedFunctions(file).flatMap((one) => placeIn(kind, one, file, isTyped) ?? []);
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

function placeIn(kind: string, one: ts.FunctionDeclaration, file: ts.SourceFile, isTyped: boolean): Place | null {
  const symbol = one.name?.text ?? '';
  const at = (start: number, end: number, replacement: string): Place => ({
    edit: { start, end, replacement },
    symbol,
  });
  const plain = one.parameters.filter(({ dotDotDotToken }) => dotDotDotToken === undefined);
  const last = plain.at(-1);
  switch (kind) {
    case 'removed export': {
      const keyword = one.modifiers?.find((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
      return keyword === undefined ? null : at(keyword.getStart(file), keyword.end + 1, '');
    }
    case 'parameter added': {
      if (plain.length !== one.parameters.length || plain.some(isOptional)) return null;
      const added = isTyped ? 'planted: string' : 'planted';
      return at(
        one.parameters.end,
        one.parameters.end,
        plain.length === 0 || one.parameters.hasTrailingComma ? added : `, ${added}`,
      );
    }
    case 'parameter removed':
      if (last === undefined || plain.length !== one.parameters.length) return null;
      return at(plain.at(-2)?.end ?? last.getFullStart(), last.end, '');
    case 'parameter narrowed': {
      const typed = plain.find(
        ({ type }) => type !== undefined && (ts.isUnionTypeNode(type) || type.kind === ts.SyntaxKind.StringKeyword),
      );
      if (typed?.type === undefined) return null;
      const { type } = typed;
      const narrower = ts.isUnionTypeNode(type) ? (type.types[0]?.getText(file) ?? '') : "'planted'";
      return at(type.getStart(file), type.end, narrower);
    }
    case 'result widened': {
      const { type } = one;
      if (type === undefined || ts.isTypePredicateNode(type)) return null;
      const text = type.getText(file);
      return /\b(any|unknown|void|null|never|undefined)\b/.test(text)
        ? null
        : at(type.getStart(file), type.end, `(${text}) | null`);
    }
    default:
      return null;
  }
}

function isOptional({ questionToken, initializer }: ts.ParameterDeclaration): boolean {
  return questionToken !== undefined || initializer !== undefined;
}
