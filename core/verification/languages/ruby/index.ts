import type { SourceLanguage } from '../model.ts';
import { readByTokens } from '../token-count.ts';

export const ruby: SourceLanguage = {
  id: 'ruby',
  title: 'Ruby',
  complexityAs: 'lizard',
  read: (text) =>
    readByTokens(
      {
        grammar: 'ruby',
        functionKinds: ['method', 'singleton_method'],
        branchTokens: [
          'if',
          'elsif',
          'until',
          'for',
          'while',
          'and',
          'or',
          'rescue',
          'ensure',
          'when',
          '||',
          '&&',
          '?',
        ],
        blockKinds: ['if', 'unless', 'while', 'until', 'for', 'case', 'case_match', 'begin'],
        isPublic: (_node, name) => !name.startsWith('_'),
      },
      text,
    ),
};
