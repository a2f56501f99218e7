import { languageOf } from '../languages/registry.ts';
import type { RuleSet } from '../policy/rules.ts';
import { whyNotRead } from '../project/read-changed.ts';
import { type ChangedFile, type ProjectChange, type ProjectTree, textOf } from '../project/tree.ts';
import { isToolLanguage, whyUnasked } from '../toolchains/table.ts';
import { familyOf, type NameFamily, type Opening, type ToolUnit, type Unit } from './unit.ts';

const filesPerUnit = 40;

export interface Plan {
  readonly units: readonly Unit[];
  readonly tools: readonly ToolUnit[];
  readonly open: readonly Opening[];
}

/** The work that a change needs, names first: they take longest. */
export function planOf({ base, head, files }: ProjectChange, rules: RuleSet): Plan {
  const sources = files.filter((file) => languageOf(file.path) !== null && !isSame(file, base, head));
  const open: Opening[] = [];
  const groups = new Map<NameFamily, ChangedFile[]>();
  for (const file of rules.hallucination === null ? [] : sources) {
    const language = languageOf(file.path);
    if (language === null) continue;
    const family = familyOf(language.id);
    const notRead = whyNotRead(head, file.path);
    if (notRead !== null) open.push({ dimension: 'hallucination', file: file.path, reason: `The file ${notRead}` });
    else if (head.read(file.path).kind !== 'text') continue;
    else if (family !== null) groups.set(family, [...(groups.get(family) ?? []), file]);
    else open.push({ dimension: 'hallucination', file: file.path, reason: whyUnasked(language.id) });
  }
  const typed = rules.semantics?.preserveSignatures === true && base !== null ? sources.filter(isTypeScript) : [];
  const { units, tools } = nameUnits(groups);
  return { units: [...units, ...typeUnits(typed), ...sourceUnits(sources)], tools, open };
}

/** The work of looking up the names of each family: what Mizan does itself, and what compilers do. */
export function nameUnits(groups: ReadonlyMap<NameFamily, readonly ChangedFile[]>): Omit<Plan, 'open'> {
  const units: Unit[] = [];
  const tools: ToolUnit[] = [];
  for (const [family, files] of groups) {
    if (isToolLanguage(family)) tools.push({ language: family, files });
    else units.push({ kind: 'names', family, files });
  }
  return { units, tools };
}

function typeUnits(files: readonly ChangedFile[]): readonly Unit[] {
  return files.length === 0 ? [] : [{ kind: 'types', files }];
}

function isTypeScript({ path, basePath }: ChangedFile): boolean {
  return basePath !== null && languageOf(path)?.id === 'typescript';
}

function sourceUnits(files: readonly ChangedFile[]): readonly Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < files.length; at += filesPerUnit) {
    units.push({ kind: 'sources', files: files.slice(at, at + filesPerUnit) });
  }
  return units;
}

/** A file that was named and did not change introduces nothing. */
function isSame({ path, basePath }: ChangedFile, base: ProjectTree | null, head: ProjectTree): boolean {
  if (base === null || basePath !== path) return false;
  const text = textOf(head, path);
  return text !== null && text === textOf(base, path);
}
