import type { SourceLanguage } from '../model.ts';
import { readByTokens } from '../token-count.ts';

export const java: SourceLanguage = {
  id: 'java',
  title: 'Java',
  complexityAs: 'lizard',
  read: (text) =>
    readByTokens(
      {
        grammar: 'java',
        functionKinds: ['method_declaration', 'constructor_declaration'],
        branchTokens: ['if', 'for', 'while', '&&', '||', '?', 'catch', 'case'],
        blockKinds: [
          'if_statement',
          'for_statement',
          'enhanced_for_statement',
          'while_statement',
          'do_statement',
          'switch_expression',
          'try_statement',
          'try_with_resources_statement',
        ],
        isPublic: (node) => /\bpublic\b/.test(node.child(0)?.text() ?? ''),
      },
      text,
    ),
};
