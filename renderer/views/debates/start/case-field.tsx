import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { focusOnce } from '../../../components/focus-once.ts';

interface CaseFieldProps {
  /** The door can ask with the system's dialog. */
  readonly hasDialog: boolean;
  readonly path: string;
  readonly busy: boolean;
  readonly onWrite: (path: string) => void;
  readonly onChoose: () => void;
  readonly onCheck: () => void;
}

/** The file of the case: chosen with the system's dialog, or named where there is none. */
export function CaseField({ hasDialog, path, busy, onWrite, onChoose, onCheck }: CaseFieldProps) {
  return (
    <Field
      label="Case"
      hint={
        <>
          YAML or JSON. <code>mizan case schema</code> says what stands in one.
        </>
      }
    >
      {(id, describedBy) =>
        hasDialog ? (
          <div className="start-debate-file">
            <Button
              id={id}
              aria-describedby={describedBy}
              icon="folder"
              ref={focusOnce}
              disabled={busy}
              onClick={onChoose}
            >
              {path === '' ? 'Choose a file…' : 'Choose another…'}
            </Button>
            <span className="mono small cut" title={path}>
              {path === '' ? '' : path}
            </span>
          </div>
        ) : (
          <div className="start-debate-file">
            <input
              id={id}
              ref={focusOnce}
              aria-describedby={describedBy}
              type="text"
              className="mono"
              placeholder="/path/to/case.yml"
              required
              maxLength={4000}
              spellCheck={false}
              value={path}
              onChange={(event) => onWrite(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || path === '' || busy) return;
                // Looks at the case; it does not send the form.
                event.preventDefault();
                onCheck();
              }}
            />
            <Button disabled={busy || path === ''} onClick={onCheck}>
              Check
            </Button>
          </div>
        )
      }
    </Field>
  );
}
