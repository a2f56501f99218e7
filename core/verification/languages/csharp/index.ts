import type { SourceLanguage } from '../model.ts';
import { readByTokens } from '../token-count.ts';

export const csharp: SourceLanguage = {
  id: 'csharp',
  title: 'C#',
  complexityAs: 'lizard',
  read: (text) =>
    readByTokens(
      {
        grammar: 'csharp',
        functionKinds: ['method_declaration', 'constructor_declaration', 'local_function_statement'],
        branchTokens: ['if', 'for', 'while', '&&', '||', '?', '??', 'catch', 'case'],
        blockKinds: [
          'if_statement',
          'for_statement',
          'foreach_statement',
          'while_statement',
          'do_statement',
          'switch_statement',
          'try_statement',
        ],
        isPublic: (node) => node.children().some((child) => child.text() === 'public'),
      },
      text,
    ),
};
