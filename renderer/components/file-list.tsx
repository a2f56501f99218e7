import type { WorkDetail } from '../../core/api/index.ts';
import { SignMark } from './sign.tsx';
import './file-list.css';

export type ChangedFile = NonNullable<WorkDetail['diff']>['files'][number];

interface FileListProps {
  readonly files: readonly ChangedFile[];
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

const statusLetters: Readonly<Record<ChangedFile['status'], string>> = {
  added: 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
  binary: 'B',
};

/** The changed files with their added and removed lines and failing places. */
export function FileList({ files, selected, onSelect }: FileListProps) {
  return (
    <ul className="file-list" aria-label="Changed files">
      {files.map((file, index) => (
        <li key={file.path}>
          <button
            type="button"
            className="file-row"
            aria-pressed={index === selected}
            title={file.previousPath === null ? file.path : `${file.previousPath} → ${file.path}`}
            onClick={() => onSelect(index)}
          >
            <span className="file-status mono" title={file.status}>
              {statusLetters[file.status]}
              <span className="hidden-visually">{file.status}</span>
            </span>
            <span className="mono cut file-path">
              <bdi>{file.path}</bdi>
            </span>
            {file.marks.length > 0 && (
              <span className="file-marks" data-sign="failed">
                <SignMark sign="failed" label="marked places" /> {file.marks.length}
              </span>
            )}
            <span className="file-added" title="lines added">
              +{file.additions}
            </span>
            <span className="file-removed" title="lines removed">
              −{file.deletions}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
