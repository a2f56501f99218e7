import type { ProjectTree } from '../project/tree.ts';

/** Languages whose names their own compiler looks up. C and C++ share headers. */
export type ToolLanguage = 'c-family' | 'go' | 'java' | 'rust';

/** A start of a program, and the changed files about which it will say something. */
export interface ToolCall {
  readonly program: string;
  /** The Debian package that brings it. */
  readonly install: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Files outside the copy, such as libraries. */
  readonly readable?: readonly string[];
  readonly files: readonly string[];
}

/** A changed file about which nothing can be said. */
export interface Unseen {
  readonly file: string;
  readonly reason: string;
}

/** A name that a compiler does not find. */
export interface ToolName {
  readonly rule: 'name' | 'member' | 'import' | 'package' | 'arity';
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly symbol: string;
  readonly message: string;
  /** What the compiler takes it for. */
  readonly nearest: string | null;
  /** Null: it does not exist. Else why nobody here can say so. */
  readonly open: string | null;
}

export interface ToolReading {
  readonly names: readonly ToolName[];
  readonly unseen: readonly Unseen[];
}

/** One entry of the table: how a language's compiler is asked for names, and how it is understood. */
export interface Toolchain {
  readonly language: ToolLanguage;
  /** Whether asking may run code of the project, such as build scripts; then only a sandbox will do. */
  readonly runsProjectCode: boolean;
  /** Of address space. */
  readonly memoryMiB: number;
  /** Which files of the project it reads; of the others it may look for the name, which an empty file has as well. */
  reads(path: string): boolean;
  /** Whether files that it does not read must be there by their names. */
  readonly needsNames: boolean;
  environment(scratch: string): Readonly<Record<string, string>>;
  /** `settings` is the head: a base is asked in the same way. */
  calls(
    tree: ProjectTree,
    files: readonly string[],
    settings: ProjectTree,
  ): { readonly calls: readonly ToolCall[]; readonly unseen: readonly Unseen[] };
  read(call: ToolCall, output: string, code: number, tree: ProjectTree): ToolReading;
}
