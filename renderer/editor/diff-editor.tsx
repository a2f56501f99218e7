import { useEffect, useRef, useState } from 'react';
import type { FileChange } from '../../core/api/index.ts';
import { useShownTheme } from '../stores/settings.ts';
import { fillGaps, gapTexts } from './hunk-colours.ts';
import { grammarOf } from './languages.ts';
import { numberOfLine } from './line-numbers.ts';
import { decorationsFor, gapDecorations } from './marks.ts';
import { applyEditorTheme, monaco } from './monaco.ts';
import './diff-editor.css';

interface DiffEditorProps {
  readonly change: FileChange;
  /** The mark to show; a new object shows it again. */
  readonly target: { readonly mark: number };
  /** Somebody pressed the sign of a mark in the margin. */
  readonly onMark: (mark: number) => void;
}

type Editor = monaco.editor.IStandaloneDiffEditor;

/** One changed file, before and after, read-only, with its failing places marked. */
export default function DiffEditor({ change, target, onMark }: DiffEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const compared = useRef<FileChange | null>(null);
  const wanted = useRef(target);
  const pressed = useRef(onMark);
  useEffect(() => {
    pressed.current = onMark;
  });
  const [shown, setShown] = useState<FileChange | null>(null);
  const theme = useShownTheme();

  useEffect(() => {
    if (box.current === null) return;
    const made = monaco.editor.createDiffEditor(box.current, fixedOptions);
    editor.current = made;
    return () => {
      editor.current = null;
      const model = made.getModel();
      made.dispose();
      disposeLater(model);
    };
  }, []);

  useEffect(() => {
    const made = editor.current;
    if (made === null) return;
    // Removed lines are drawn once, in the colours of that moment: another theme draws them anew.
    applyEditorTheme(theme);
    const before = made.getModel();
    made.setModel(modelsOf(change));
    disposeLater(before);
    made.updateOptions({
      hideUnchangedRegions: { enabled: change.complete },
      // Inline, removed lines cannot carry marks.
      useInlineViewWhenSpaceIsLimited: !change.marks.some((mark) => mark.side === 'original'),
    });
    dress(made.getOriginalEditor(), change, 'original', change.originalLines);
    dress(made.getModifiedEditor(), change, 'modified', change.modifiedLines);
    const done = made.onDidUpdateDiff(() => {
      done.dispose();
      compared.current = change;
      setShown(change);
      showPlace(made, change, wanted.current.mark);
    });
    const presses = (['original', 'modified'] as const).map((side) => {
      const one = side === 'original' ? made.getOriginalEditor() : made.getModifiedEditor();
      return one.onMouseDown(({ target: { type, position } }) => {
        if (type !== monaco.editor.MouseTargetType.GUTTER_GLYPH_MARGIN || position === null) return;
        const mark = change.marks.findIndex((known) => known.side === side && known.line === position.lineNumber);
        if (mark >= 0) pressed.current(mark);
      });
    });
    return () => {
      done.dispose();
      for (const press of presses) press.dispose();
    };
  }, [change, theme]);

  useEffect(() => {
    wanted.current = target;
    const made = editor.current;
    if (made !== null && compared.current === change) showPlace(made, change, target.mark);
  }, [change, target]);
  return (
    <div className="diff-frame">
      <div className="diff-editor" ref={box} />
      {shown !== change && (
        <p className="diff-waiting faint" role="status">
          Comparing the two texts…
        </p>
      )}
    </div>
  );
}

function modelsOf(change: FileChange): monaco.editor.IDiffEditorModel {
  const language = grammarOf(change.language);
  const modified = change.modified.split('\n');
  const gaps = gapTexts(modified, change.modifiedLines, change.language);
  const original = fillGaps(change.original.split('\n'), change.originalLines, gaps);
  return {
    original: calmModel(original, language),
    modified: calmModel(fillGaps(modified, change.modifiedLines, gaps), language),
  };
}

/** The worker may still be comparing the texts; it needs them until it has answered. */
function disposeLater(model: monaco.editor.IDiffEditorModel | null): void {
  window.setTimeout(() => {
    model?.original.dispose();
    model?.modified.dispose();
  }, 3000);
}

/** A model whose brackets are not coloured in pairs: colour means something else here. */
function calmModel(text: string, language: string): monaco.editor.ITextModel {
  const model = monaco.editor.createModel(text, language);
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  return model;
}

/** Brings a mark to the middle and puts the cursor there; without a mark, brings the first change into sight. */
function showPlace(made: Editor, change: FileChange, index: number): void {
  const mark = change.marks[index];
  if (mark === undefined) {
    const first = made.getLineChanges()?.[0];
    if (first) made.getModifiedEditor().revealLineInCenter(Math.max(1, first.modifiedStartLineNumber));
    return;
  }
  const side = mark.side === 'original' ? made.getOriginalEditor() : made.getModifiedEditor();
  side.setPosition({ lineNumber: mark.line, column: 1 });
  side.revealLineInCenter(mark.line);
}

function dress(
  side: monaco.editor.ICodeEditor,
  change: FileChange,
  name: 'original' | 'modified',
  realLines: readonly number[],
): void {
  side.updateOptions({
    lineNumbers: (index) => numberOfLine(realLines, index),
    ariaLabel: `${change.path}, ${name === 'original' ? 'before' : 'after'}`,
  });
  const model = side.getModel();
  if (model === null) return;
  side.createDecorationsCollection([...decorationsFor(change.marks, name, model), ...gapDecorations(realLines, model)]);
}

const fixedOptions: monaco.editor.IStandaloneDiffEditorConstructionOptions = {
  readOnly: true,
  originalEditable: false,
  automaticLayout: true,
  renderSideBySideInlineBreakpoint: 780,
  glyphMargin: true,
  lineNumbersMinChars: 4,
  folding: false,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  contextmenu: false,
  links: false,
  fontSize: 12,
  lineHeight: 18,
  fontFamily: 'ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, monospace',
  // Tab leaves the editor: nobody types here, and nobody is trapped.
  tabFocusMode: true,
  // Text that reads differently from what it does must show (bidirectional and invisible characters).
  renderControlCharacters: true,
  unicodeHighlight: { ambiguousCharacters: true, invisibleCharacters: true, nonBasicASCII: false },
  stickyScroll: { enabled: false },
  renderLineHighlight: 'none',
  bracketPairColorization: { enabled: false },
  occurrencesHighlight: 'off',
  diffAlgorithm: 'advanced',
};
