import type { SourceLanguage } from '../model.ts';
import { readByTokens } from '../token-count.ts';

export const rust: SourceLanguage = {
  id: 'rust',
  title: 'Rust',
  complexityAs: 'lizard',
  read: (text) =>
    readByTokens(
      {
        grammar: 'rust',
        functionKinds: ['function_item'],
        branchTokens: ['if', 'for', 'while', '&&', '||', '?', 'match', 'where'],
        blockKinds: ['if_expression', 'for_expression', 'while_expression', 'loop_expression', 'match_expression'],
        isPublic: (node) => node.children().some((child) => child.kind() === 'visibility_modifier'),
      },
      text,
    ),
};
