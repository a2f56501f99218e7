import { type ReactNode, useId } from 'react';
import './field.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** A labelled form field with a hint below it. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id, hint === undefined ? undefined : hintId)}
      {hint !== undefined && (
        <p id={hintId} className="small faint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}

/** A select in the system's own style: it keeps the keyboard and screen reader behaviour people know. */
export function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  const id = useId();
  const choose = (text: string) => {
    const found = choices.find(([candidate]) => candidate === text);
    if (found !== undefined) onChange(found[0]);
  };
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {choices.map(([candidate, words]) => (
          <option key={candidate} value={candidate}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
