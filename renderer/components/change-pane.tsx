import { lazy, Suspense, useMemo, useState } from 'react';
import type { FileChange, WorkFinding } from '../../core/api/index.ts';
import { can, useCommands } from '../keyboard/use-commands.ts';
import { useQuery } from '../stores/query.ts';
import { checkNames, checkOrder } from '../text/state-words.ts';
import { counted } from '../text/words.ts';
import { Choice } from './field.tsx';
import { type ChangedFile, FileList } from './file-list.tsx';
import { FindingBar } from './finding-bar.tsx';
import { changeMarkedBy, filesMarkedBy, markedChecks, placeOfFinding } from './mark-filter.ts';
import { type MarkPlace, steppedMark } from './mark-walk.ts';
import { Empty, Skeleton, WhenReady } from './states.tsx';
import './change-pane.css';

const DiffEditor = lazy(() => import('../editor/diff-editor.tsx'));

interface ChangePaneProps {
  readonly taskId: string;
  readonly agentId: string;
  readonly files: readonly ChangedFile[];
  /** The findings that may be marked in them. */
  readonly findings: readonly WorkFinding[];
  /** The finding to look at first. */
  readonly first?: string | null;
}

const countMarks = (files: readonly ChangedFile[]) => files.reduce((sum, { marks }) => sum + marks.length, 0);
const begin = (files: readonly ChangedFile[], first: string | null): MarkPlace =>
  (first === null ? null : placeOfFinding(files, first)) ??
  steppedMark(files, { file: -1, mark: -1 }, 1) ?? { file: 0, mark: -1 };

/** The change of a task: its files, the diff of one of them, and the walk through the failing places. */
export function ChangePane({ taskId, agentId, files: all, findings, first = null }: ChangePaneProps) {
  const [check, setCheck] = useState<string | null>(null);
  const [place, setPlace] = useState<MarkPlace>(() => begin(all, first));
  const files = useMemo(() => filesMarkedBy(all, check), [all, check]);
  const checks = useMemo(() => markedChecks(all, checkOrder), [all]);
  const file = files[place.file] ?? files[0];
  const shown = file === undefined || file.status === 'binary' ? null : { taskId, agentId, path: file.path };
  const change = useQuery('work.change', shown);
  const marks = countMarks(files);
  const walk = (step: 1 | -1) => {
    const next = steppedMark(files, place, step);
    if (next !== null) setPlace(next);
  };
  const openFile = (index: number) => {
    if (index >= 0 && index < files.length) setPlace({ file: index, mark: files[index]?.marks.length ? 0 : -1 });
  };
  const filter = (chosen: string | null) => {
    setCheck(chosen);
    setPlace(begin(filesMarkedBy(all, chosen), null));
  };
  const noMark = marks === 0 ? 'Nothing is marked in this change' : null;
  useCommands({
    'mark.next': { run: () => walk(1), whyNot: noMark },
    'mark.previous': { run: () => walk(-1), whyNot: noMark },
    'file.next': can(() => openFile(place.file + 1)),
    'file.previous': can(() => openFile(place.file - 1)),
  });
  if (file === undefined) return <Empty icon="work" title="No file was changed" />;
  const findingId = file.marks[place.mark]?.findingId ?? null;
  const finding = findings.find((candidate) => candidate.findingId === findingId) ?? null;
  return (
    <div className="change">
      <div className="change-head">
        <FileList files={files} selected={place.file} onSelect={openFile} />
        {countMarks(all) > 0 && (
          <div className="change-marks small" data-sign="failed">
            <span className="change-marks-words">{counted(marks, 'place')} marked</span>
            {checks.length > 1 && (
              <Choice
                label="Show"
                value={check ?? ''}
                choices={[
                  ['', `All checks (${countMarks(all)})`],
                  ...checks.map((one): [string, string] => [one.check, `${nameOf(one.check)} (${one.count})`]),
                ]}
                onChange={(chosen) => filter(chosen === '' ? null : chosen)}
              />
            )}
            <button type="button" className="text-button" onClick={() => walk(-1)}>
              Previous <kbd>Shift F8</kbd>
            </button>
            <button type="button" className="text-button" onClick={() => walk(1)}>
              Next <kbd>F8</kbd>
            </button>
          </div>
        )}
        {finding !== null && <FindingBar key={finding.findingId} taskId={taskId} agentId={agentId} finding={finding} />}
      </div>
      <div className="change-editor">
        {shown === null ? (
          <Empty icon="work" title="A binary file">
            Its contents cannot be compared line by line.
          </Empty>
        ) : (
          <WhenReady of={change} label="Reading the change">
            {(value) => (
              <Marked
                change={value}
                check={check}
                target={place}
                onMark={(mark) => setPlace({ file: place.file, mark })}
              />
            )}
          </WhenReady>
        )}
      </div>
    </div>
  );
}

interface MarkedProps {
  readonly change: FileChange;
  readonly check: string | null;
  readonly target: MarkPlace;
  readonly onMark: (mark: number) => void;
}

function Marked({ change, check, target, onMark }: MarkedProps) {
  const marked = useMemo(() => changeMarkedBy(change, check), [change, check]);
  return (
    <Suspense fallback={<Skeleton label="Opening the editor" />}>
      <DiffEditor change={marked} target={target} onMark={onMark} />
    </Suspense>
  );
}

function nameOf(check: string): string {
  return checkOrder.some((known) => known === check) ? checkNames[check as keyof typeof checkNames] : check;
}
