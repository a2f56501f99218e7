import type { Piece } from '../piece.ts';

/** Claimed and true: the tests agree. */
export const slug: Piece = {
  taskId: 'slug-for-titles',
  agentId: 'tern/steady-2',
  objective:
    'Turn page titles into safe file names\n\n' +
    'Write slug(title) in src/slug.mjs: lower case, words joined by one hyphen, nothing but letters, ' +
    'digits and hyphens. The tests in test/slug.mjs describe it.',
  criteria: ['slug("Hello, World!") is "hello-world"', 'A title without any letter or digit gives "untitled"'],
  requiredFiles: ['src/slug.mjs'],
  testScript: 'test/slug.mjs',
  before: {
    'README.md': '# Pages\n\nA small site generator.\n',
    'test/slug.mjs': `import assert from 'node:assert/strict';
import { slug } from '../src/slug.mjs';

assert.equal(slug('Hello, World!'), 'hello-world');
assert.equal(slug('  Two   spaces '), 'two-spaces');
assert.equal(slug('Größe & Maß'), 'größe-maß');
assert.equal(slug('???'), 'untitled');
console.log('4 checks passed');
`,
  },
  change: {
    'src/slug.mjs': `/** A title as a file name: lower case, words joined by one hyphen. */
export function slug(title) {
  const words = title.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) ?? [];
  return words.join('-') || 'untitled';
}
`,
  },
  report: `I wrote slug() with a Unicode-aware pattern, so that titles in any script keep their letters. \
The four checks pass.

\`\`\`json
{"status": "success", "summary": "slug() in src/slug.mjs"}
\`\`\`
`,
};
