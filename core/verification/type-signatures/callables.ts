import ts from '@typescript/typescript6';
import type { Callable } from './compare.ts';

/** Every function, method and constructor that a module itself declares and exports, by name. */
export function callablesOf(file: ts.SourceFile, checker: ts.TypeChecker): ReadonlyMap<string, Callable> {
  const found = new Map<string, Callable>();
  const module = checker.getSymbolAtLocation(file);
  for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
    const symbol = (exported.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    // What is only passed on is compared where it is declared.
    if (declaration === undefined || declaration.getSourceFile() !== file) continue;
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    if (isClass || (symbol.flags & ts.SymbolFlags.Interface) !== 0) {
      for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties()) {
        addMember(`${exported.name}.${member.name}`, member, file, checker, found);
      }
    }
    if ((symbol.flags & ts.SymbolFlags.Value) === 0) continue;
    const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
    const signatures = isClass ? type.getConstructSignatures() : type.getCallSignatures();
    if (signatures.length > 0) found.set(exported.name, { symbol: exported.name, signatures, type, declaration });
  }
  return found;
}

function addMember(
  name: string,
  member: ts.Symbol,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  found: Map<string, Callable>,
): void {
  const declaration = member.valueDeclaration;
  if (declaration === undefined || declaration.getSourceFile() !== file) return;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if ((ts.getCombinedModifierFlags(declaration) & hidden) !== 0 || member.name.startsWith('__#')) return;
  const type = checker.getTypeOfSymbolAtLocation(member, declaration);
  const signatures = type.getCallSignatures();
  if (signatures.length > 0) found.set(name, { symbol: name, signatures, type, declaration });
}
