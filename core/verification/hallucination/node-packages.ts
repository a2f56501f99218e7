import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { nearestName } from './nearest.ts';

const manifestShape = z.object({
  name: z.string().optional(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
  peerDependencies: z.record(z.string(), z.unknown()).optional(),
  optionalDependencies: z.record(z.string(), z.unknown()).optional(),
});

export type PackageVerdict =
  | { readonly kind: 'known' }
  /** No manifest names it and it is not installed. */
  | { readonly kind: 'invented'; readonly nearest: string | null }
  /** Nobody here can say whether it exists. */
  | { readonly kind: 'open'; readonly reason: string; readonly nearest: string | null };

/** The npm packages of a project: what its manifests name, what its lockfile holds, what is installed. */
export class NodePackages {
  readonly #declared = new Set<string>();
  readonly #locked = new Set<string>();
  readonly #hasManifest: boolean;
  readonly #hasLockfile: boolean;
  readonly #root: string | null;

  constructor(tree: ProjectTree) {
    this.#root = tree.root;
    const manifests = tree.paths().filter((path) => /(^|\/)package\.json$/.test(path));
    this.#hasManifest = manifests.length > 0;
    for (const path of manifests) {
      const { name, ...groups } = readManifest(textOf(tree, path));
      if (name !== undefined) this.#declared.add(name);
      for (const group of Object.values(groups)) for (const one of Object.keys(group ?? {})) this.#declared.add(one);
    }
    const locks = tree.paths().filter((path) => /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml)$/.test(path));
    this.#hasLockfile = locks.length > 0;
    for (const path of locks) {
      for (const one of lockedNames(textOf(tree, path) ?? '')) this.#locked.add(one);
    }
  }

  #isThere(name: string): boolean {
    return this.#isInstalled(name) || this.#locked.has(name) || this.#locked.has(`@types/${name}`);
  }

  /** Whether a package that is imported exists as far as this machine can tell (V5). */
  verdict(name: string): PackageVerdict {
    if (isBuiltIn(name) || isAlias(name) || this.#isThere(name)) return { kind: 'known' };
    const nearest = nearestName(name, [...this.#declared, ...this.#locked, ...builtinModules]);
    if (this.#declared.has(name)) {
      if (!this.#hasLockfile) return { kind: 'known' };
      return { kind: 'open', reason: `The package '${name}' is in the manifest but not in the lockfile`, nearest };
    }
    if (this.#declared.has(`@types/${name.replace(/^@(.+)\/(.+)$/, '$1__$2')}`)) return { kind: 'known' };
    if (this.#hasManifest) return { kind: 'invented', nearest };
    return { kind: 'open', reason: `There is no manifest that could name the package '${name}'`, nearest };
  }

  #isInstalled(name: string): boolean {
    return this.#root !== null && existsSync(join(this.#root, 'node_modules', name));
  }
}

/** What a `package.json` names; nothing when it does not parse. */
export function readManifest(text: string | null): z.output<typeof manifestShape> {
  try {
    const parsed = manifestShape.safeParse(JSON.parse(text ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    // A manifest that does not parse names nothing; its own syntax is checked elsewhere.
    return {};
  }
}

/** Package names in the three usual lockfiles. */
function lockedNames(text: string): readonly string[] {
  const npm = [...text.matchAll(/"(?:[^"]*\/)?node_modules\/((?:@[^/"]+\/)?[^/"]+)"\s*:/g)];
  const yarn = [...text.matchAll(/^"?((?:@[^@\s"/]+\/)?[^@\s"/:]+)@[^\n]*:$/gm)];
  const pnpm = [...text.matchAll(/^ {2}'?\/?((?:@[^@\s'/]+\/)?[^@\s'/]+)[@/]\d/gm)];
  return [...npm, ...yarn, ...pnpm].map((match) => match[1] ?? '');
}

/** The package of a module specifier: `@a/b/c` is of `@a/b`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

function isBuiltIn(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name);
}

/** `#imports` of the package itself, and what bundlers make of `@/` and `~`. */
function isAlias(name: string): boolean {
  return name.startsWith('#') || name.startsWith('@/') || name.startsWith('~');
}
