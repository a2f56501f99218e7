import { Label, Radio, RadioGroup } from 'react-aria-components';
import './options.css';

interface OptionsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}

/** A few choices side by side, one of which holds. */
export function Options<T extends string>({ label, value, options, onChange }: OptionsProps<T>) {
  const choose = (text: string) => {
    const found = options.find(([candidate]) => candidate === text);
    if (found !== undefined) onChange(found[0]);
  };
  return (
    <RadioGroup className="options" value={value} onChange={choose} orientation="horizontal">
      <Label>{label}</Label>
      <div className="options-row">
        {options.map(([candidate, words]) => (
          <Radio key={candidate} value={candidate} className="option">
            {words}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
