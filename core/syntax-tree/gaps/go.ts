import type { Gap } from './gap.ts';

/** What tree-sitter-go 0.25.0 refuses of Go 1.18 to 1.26. */
export const goGaps: readonly Gap[] = [
  // A call of another function with the same argument.
  {
    construct: 'new with an expression',
    pattern: /\bnew(?=\((?!\s*(?:\*|\[|struct\b|func\b|map\b|chan\b|interface\b|<-))(?![\w.]+(?:\[[^()]*\])?\s*\)))/g,
    readAs: 'nev',
  },
];
