/** What every language says about a source; the dimensions know nothing else of it. */

/** How many positional arguments a call may have; `maximum` null: any number. */
export interface Signature {
  readonly required: number;
  readonly maximum: number | null;
  /** Arguments that must be given by name. */
  readonly requiredNames: readonly string[];
  /** Arguments that may be given by name; null: any name. */
  readonly names: readonly string[] | null;
  /** Of the positional arguments that must be given, those that may be given by name; left out where none may. */
  readonly requiredByName?: readonly string[];
}

export interface FunctionModel {
  /** The bare name; `<anonymous>` when there is none. */
  readonly name: string;
  /** Name with the classes and functions around it: `Account.open`. */
  readonly symbol: string;
  /** 1-based, of the signature. */
  readonly line: number;
  readonly column: number;
  /** From signature to closing line, both counted. */
  readonly lines: number;
  readonly nesting: number;
  readonly cyclomatic: number;
  /** Public functions can be asked for a docstring. */
  readonly isPublic: boolean;
  readonly documented: boolean;
}

/** A name that the source gives to something, for naming conventions. */
export interface DeclaredName {
  readonly name: string;
  readonly kind: 'function' | 'variable' | 'parameter' | 'type' | 'constant';
  readonly line: number;
}

export interface ExportModel {
  readonly name: string;
  readonly line: number;
  /** Null: not callable, or its signature is not in this source. */
  readonly signature: Signature | null;
  /** Whether the name surely stands for something that runs, or only for a type; left out where neither is sure. */
  readonly meaning?: 'value' | 'type';
}

export interface SourceModel {
  /** Null: the source parses. */
  readonly syntaxError: { readonly line: number; readonly message: string } | null;
  readonly functions: readonly FunctionModel[];
  readonly names: readonly DeclaredName[];
  /** Null: this language has no exports that Mizan reads. */
  readonly exports: readonly ExportModel[] | null;
  /** Every name that another source could use, its owner before it: `Account.open`. */
  readonly surface: readonly string[];
}

/** Why a source was not read, as something said of its file: it ends as inconclusive. */
export interface NotRead {
  readonly reason: string;
}

/** One language that Mizan reads. */
export interface SourceLanguage {
  readonly id: LanguageId;
  /** For people: `Common Lisp`. */
  readonly title: string;
  /** Whose definition of cyclomatic complexity is counted (V7). */
  readonly complexityAs: string;
  read(source: string, path: string): SourceModel | NotRead;
}

export type LanguageId =
  | 'typescript'
  | 'javascript'
  | 'python'
  | 'common-lisp'
  | 'go'
  | 'rust'
  | 'java'
  | 'c'
  | 'cpp'
  | 'ruby'
  | 'csharp';
