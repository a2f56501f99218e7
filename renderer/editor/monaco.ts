import 'monaco-editor/features/codeEditor/register.js';
import 'monaco-editor/features/codicon/register.js';
import 'monaco-editor/features/diffEditor/register.js';
import 'monaco-editor/features/find/register.js';
import 'monaco-editor/features/hover/register.js';
import 'monaco-editor/features/unicodeHighlighter/register.js';
import * as monaco from 'monaco-editor/editor/editor.api.js';
import { longHex } from './hex-color.ts';
import './languages.ts';

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker(): Worker };
  }
}

window.MonacoEnvironment = {
  getWorker: () => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' }),
};

/** Readable on every ground of a diff: contrast ≥ 4.5 even on changed text in a marked line. */
const syntaxColours = {
  light: [
    ['comment', '4c574c'],
    ['keyword', '1f3f8f'],
    ['string', '7d3410'],
    ['number', '0b5252'],
    ['type', '1f3f8f'],
    ['tag', '1f3f8f'],
    ['delimiter', '1a1c20'],
  ],
  dark: [
    ['comment', 'a9b3a2'],
    ['keyword', '9dbbf2'],
    ['string', 'e5b48c'],
    ['number', '84d6c8'],
    ['type', '9dbbf2'],
    ['tag', '9dbbf2'],
    ['delimiter', 'e8e9eb'],
  ],
} as const;

/** Makes both themes from the tokens that are on screen, and shows the one that fits. */
export function applyEditorTheme(theme: 'light' | 'dark'): void {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => longHex(style.getPropertyValue(`--${name}`).trim());
  const name = `mizan-${theme}`;
  monaco.editor.defineTheme(name, {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: syntaxColours[theme].map(([scope, colour]) => ({ token: scope, foreground: colour })),
    colors: {
      'editor.background': token('surface-1'),
      'editor.foreground': token('ink-1'),
      'editorGutter.background': token('surface-1'),
      'editorLineNumber.foreground': token('ink-3'),
      'editorLineNumber.activeForeground': token('ink-1'),
      'diffEditor.insertedLineBackground': token('added'),
      'diffEditor.removedLineBackground': token('removed'),
      'diffEditor.insertedTextBackground': `${token('verified')}1c`,
      'diffEditor.removedTextBackground': `${token('failed')}1c`,
      'diffEditorOverview.insertedForeground': `${token('verified')}88`,
      'diffEditorOverview.removedForeground': `${token('failed')}55`,
      'diffEditor.diagonalFill': token('line-1'),
      'editorOverviewRuler.border': token('line-1'),
      'editorWidget.background': token('surface-raised'),
      'editorWidget.border': token('line-2'),
      'editorHoverWidget.background': token('surface-raised'),
      'editorHoverWidget.border': token('line-2'),
      'scrollbarSlider.background': `${token('line-2')}99`,
      focusBorder: token('accent'),
    },
  });
  monaco.editor.setTheme(name);
}

export { monaco };
