import { Choice } from './field.tsx';

/** One of the things that a person can choose about a queue. */
interface QueueChoice<T extends string> {
  readonly value: T;
  readonly choices: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}

interface QueueFiltersProps<State extends string, Group extends string, Sort extends string> {
  readonly state: QueueChoice<State>;
  readonly group: QueueChoice<Group>;
  readonly sort: QueueChoice<Sort>;
}

/** What is shown of a queue, and in which order: the same three choices, with the same names, wherever they are. */
export function QueueFilters<State extends string, Group extends string, Sort extends string>({
  state,
  group,
  sort,
}: QueueFiltersProps<State, Group, Sort>) {
  return (
    <>
      <Choice label="State" {...state} />
      <Choice label="Group by" {...group} />
      <Choice label="Sort" {...sort} />
    </>
  );
}
