import { lazy, Suspense, useState } from 'react';
import { can, useCommands } from '../keyboard/use-commands.ts';
import { useQuery } from '../stores/query.ts';
import { counted } from '../text/words.ts';
import { type ChangedFile, FileList } from './file-list.tsx';
import { type MarkPlace, steppedMark } from './mark-walk.ts';
import { Empty, Skeleton, WhenReady } from './states.tsx';
import './change-pane.css';

const DiffEditor = lazy(() => import('../editor/diff-editor.tsx'));

interface ChangePaneProps {
  readonly taskId: string;
  readonly agentId: string;
  readonly files: readonly ChangedFile[];
}

/** The change of a task: its files, the diff of one of them, and the walk through the failing places. */
export function ChangePane({ taskId, agentId, files }: ChangePaneProps) {
  const [place, setPlace] = useState<MarkPlace>(
    () => steppedMark(files, { file: -1, mark: -1 }, 1) ?? { file: 0, mark: -1 },
  );
  const file = files[place.file] ?? files[0];
  const shown = file === undefined || file.status === 'binary' ? null : { taskId, agentId, path: file.path };
  const change = useQuery('work.change', shown);
  const marks = files.reduce((sum, candidate) => sum + candidate.marks, 0);
  const walk = (step: 1 | -1) => {
    const next = steppedMark(files, place, step);
    if (next !== null) setPlace(next);
  };
  const openFile = (index: number) => {
    if (index >= 0 && index < files.length) setPlace({ file: index, mark: files[index]?.marks ? 0 : -1 });
  };
  const noMark = marks === 0 ? 'Nothing is marked in this change' : null;
  useCommands({
    'mark.next': { run: () => walk(1), whyNot: noMark },
    'mark.previous': { run: () => walk(-1), whyNot: noMark },
    'file.next': can(() => openFile(place.file + 1)),
    'file.previous': can(() => openFile(place.file - 1)),
  });
  if (file === undefined) return <Empty icon="work" title="No file was changed" />;
  return (
    <div className="change">
      <div className="change-head">
        <FileList files={files} selected={place.file} onSelect={openFile} />
        {marks > 0 && (
          <p className="change-marks small" data-sign="failed">
            <span className="change-marks-words">{counted(marks, 'failing place')} marked</span>
            <button type="button" className="text-button" onClick={() => walk(-1)}>
              Previous <kbd>Shift F8</kbd>
            </button>
            <button type="button" className="text-button" onClick={() => walk(1)}>
              Next <kbd>F8</kbd>
            </button>
          </p>
        )}
      </div>
      <div className="change-editor">
        {shown === null ? (
          <Empty icon="work" title="A binary file">
            Its contents cannot be compared line by line.
          </Empty>
        ) : (
          <WhenReady of={change} label="Reading the change">
            {(value) => (
              <Suspense fallback={<Skeleton label="Opening the editor" />}>
                <DiffEditor change={value} target={place} />
              </Suspense>
            )}
          </WhenReady>
        )}
      </div>
    </div>
  );
}
