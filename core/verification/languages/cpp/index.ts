import type { SourceLanguage } from '../model.ts';
import { readByTokens } from '../token-count.ts';

export const cpp: SourceLanguage = {
  id: 'cpp',
  title: 'C++',
  complexityAs: 'lizard',
  read: (text) =>
    readByTokens(
      {
        grammar: 'cpp',
        functionKinds: ['function_definition'],
        branchTokens: ['if', 'for', 'while', '&&', '||', 'and', 'or', '?', 'catch', 'case'],
        blockKinds: [
          'if_statement',
          'for_statement',
          'for_range_loop',
          'while_statement',
          'do_statement',
          'switch_statement',
          'try_statement',
        ],
        isPublic: (node) => !node.children().some((child) => child.text() === 'static'),
      },
      text,
    ),
};
