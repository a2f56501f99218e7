import type { LanguageId } from '../languages/model.ts';
import { cFamily } from './c-family/index.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { rust } from './rust.ts';
import type { Toolchain, ToolLanguage } from './toolchain.ts';

/** Every language whose own compiler is asked. */
export const toolchains: Readonly<Record<ToolLanguage, Toolchain>> = { 'c-family': cFamily, go, java, rust };

/** Why no tool is asked. */
const unasked: Readonly<Partial<Record<LanguageId, string>>> = {
  ruby: 'Names in Ruby come to be when it runs, and no tool finds the missing ones without running the code',
  csharp:
    'Names in C# are looked up by dotnet build, ' +
    'which needs packages from the network and runs the build of the project',
};

/** Whether names of this family are looked up by a compiler. */
export function isToolLanguage(family: string): family is ToolLanguage {
  return Object.hasOwn(toolchains, family);
}

/** Why names of this language stay open. */
export function whyUnasked(language: LanguageId): string {
  return unasked[language] ?? 'Names in this language cannot be looked up here';
}
