import type { SourceLanguage } from '../model.ts';
import { readByTokens } from '../token-count.ts';

export const go: SourceLanguage = {
  id: 'go',
  title: 'Go',
  complexityAs: 'gocyclo',
  read: (text) =>
    readByTokens(
      {
        grammar: 'go',
        functionKinds: ['function_declaration', 'method_declaration'],
        branchTokens: ['&&', '||'],
        branchKinds: ['if_statement', 'for_statement', 'expression_case', 'type_case', 'communication_case'],
        blockKinds: [
          'if_statement',
          'for_statement',
          'expression_switch_statement',
          'type_switch_statement',
          'select_statement',
        ],
        innerCounts: true,
        isPublic: (_node, name) => /^\p{Lu}/u.test(name),
      },
      text,
    ),
};
