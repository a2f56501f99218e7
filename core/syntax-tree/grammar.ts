export const grammars = ['python', 'go', 'rust', 'java', 'c', 'cpp', 'ruby', 'csharp'] as const;

/** A language whose grammar is a package of its own. */
export type Grammar = (typeof grammars)[number];
