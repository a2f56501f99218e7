import { pythonDiagnostics, type SgNode } from '../../syntax-tree/index.ts';
import type { DimensionFindings, Inconclusive, Violation } from '../result.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { starModules } from './python-imports.ts';
import { isGuarded, isTypeOnly, nodeAt } from './python-nodes.ts';
import type { PythonProject } from './python-project.ts';

const builtins =
  'abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip Exception ValueError TypeError KeyError IndexError AttributeError RuntimeError OSError StopIteration NotImplementedError ImportError FileNotFoundError True False None'.split(
    ' ',
  );

/** Sources that make names by running text or by writing into their own table. */
const makesNames = /\b(?:exec|globals|_convert_)\s*\(/;

/**
 * Names that ruff finds nowhere in a source: used (F821), listed in `__all__` (F822), or to come from a star import
 * (F405) of modules none of which has them. In a source that makes names at run time they are left open.
 */
export function undefinedNames(text: string, root: SgNode, file: string, project: PythonProject): DimensionFindings {
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  const words = [...new Set(text.match(/[\p{L}_][\p{L}\d_]*/gu) ?? [])];
  for (const { code, message: said, line, column } of pythonDiagnostics(text)) {
    if (code === null) continue;
    const symbol = /`([^`]+)`/.exec(said)?.[1] ?? '';
    const node = nodeAt(root, line - 1, column - 1);
    const isListed = code === 'F822';
    if (node === null || isGuarded(node) || (!isListed && isTypeOnly(node))) continue;
    if (isListed && /^def __getattr__\b/m.test(text)) continue;
    if (code === 'F405' && !isInNoModule(symbol, starModules(root, file), project)) continue;
    const isCall = node.parent()?.kind() === 'call' && node.parent()?.field('function')?.id() === node.id();
    const nearest = nearestName(symbol, [...words.filter((word) => definesSomewhere(text, word)), ...builtins]);
    const typo = nearest === null ? '' : ' (typo?)';
    const what = isListed
      ? 'Listed in `__all__` is undefined'
      : isCall
        ? 'Called undefined function'
        : 'Used undefined name';
    const message = `${what} '${symbol}'${typo}`;
    if (makesNames.test(text)) inconclusive.push({ file, line, reason: `${message}, unless it is made at run time` });
    else violations.push(unknownName({ rule: 'name', file, line, symbol, message, nearest }));
  }
  return { violations, inconclusive };
}

/** Whether the names of all modules are known and none is this one. */
function isInNoModule(name: string, modules: readonly string[], project: PythonProject): boolean {
  return modules.every((module) => {
    const names = project.namesOf(module);
    return names !== null && !names.has(name) && !project.owns(`${module}.${name}`);
  });
}

function definesSomewhere(text: string, word: string): boolean {
  return new RegExp(`\\b(def|class|import|as|for)\\s+${word}\\b|\\b${word}\\s*[=,:)]`).test(text);
}
