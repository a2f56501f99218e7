import type { ReactNode } from 'react';
import type { ModelChoice, OperationOutput } from '../../../../core/api/index.ts';
import { Field } from '../../../components/field.tsx';
import { listed } from '../../../text/words.ts';

interface PlayerFieldProps {
  /** Null while they are being read. */
  readonly models: OperationOutput<'models.list'> | null;
  /** Null for the rules. */
  readonly player: ModelChoice | null;
  readonly onChoose: (player: ModelChoice | null) => void;
}

/** Who plays the roles: the rules, or the models of a file of this user. */
export function PlayerField({ models, player, onChoose }: PlayerFieldProps) {
  const rows = models?.rows ?? [];
  return (
    <Field label="Who plays the roles" hint={hintOf(models, player)}>
      {(id, describedBy) => (
        <select
          id={id}
          aria-describedby={describedBy}
          value={player === null ? '' : player.name}
          onChange={(event) => onChoose(rows.find(({ name }) => name === event.currentTarget.value) ?? null)}
        >
          <option value="">Rules: they compute, offline</option>
          {rows.map((row) => (
            <option key={row.name} value={row.name}>
              {row.models.length === 0 ? row.name : `${row.name}: ${row.models.map(({ model }) => model).join(', ')}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function hintOf(models: PlayerFieldProps['models'], player: ModelChoice | null): ReactNode {
  if (models === null) return undefined;
  if (player === null) {
    if (models.rows.length > 0) return undefined;
    return (
      <>
        For language models put a model file into <code>{models.folder}</code>
      </>
    );
  }
  if (player.problem !== null) {
    return (
      <span data-sign="failed">
        {player.problem.message} <span className="mono">{player.problem.place ?? player.problem.code}</span>
      </span>
    );
  }
  const endpoints = [...new Set(player.models.map(({ endpoint }) => endpoint))];
  return `The case and all that is said about it are sent to ${listed(endpoints)}`;
}
