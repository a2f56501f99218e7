import type { SourceLanguage } from '../model.ts';
import { readByTokens } from '../token-count.ts';

export const c: SourceLanguage = {
  id: 'c',
  title: 'C',
  complexityAs: 'lizard',
  read: (text) =>
    readByTokens(
      {
        grammar: 'c',
        functionKinds: ['function_definition'],
        branchTokens: ['if', 'for', 'while', '&&', '||', '?', 'case'],
        blockKinds: ['if_statement', 'for_statement', 'while_statement', 'do_statement', 'switch_statement'],
        isPublic: (node) => !node.children().some((child) => child.text() === 'static'),
      },
      text,
    ),
};
