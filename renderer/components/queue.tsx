import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { DialogTrigger, Popover, Button as TriggerButton } from 'react-aria-components';
import { can, useCommands } from '../keyboard/use-commands.ts';
import { bringToFront } from '../stores/layout.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { QueueList, type QueueListProps } from './queue-list.tsx';
import type { VirtualListHandle } from './virtual-list.tsx';
import './queue.css';

export interface ActiveFilter {
  readonly label: string;
  readonly onRemove: () => void;
}

interface QueueProps {
  readonly title: string;
  /** `3 waiting of 14`. */
  readonly summary: ReactNode;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly searchLabel: string;
  readonly filters: ReactNode;
  readonly active: readonly ActiveFilter[];
  readonly list: QueueListProps;
  readonly actions?: ReactNode;
}

/** The left pane of every view: what is listed, how it is filtered, and the list. */
export function Queue(props: QueueProps) {
  const { title, summary, search, onSearch, searchLabel, filters, active, actions } = props;
  const list = useRef<VirtualListHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const focusList = () => {
    bringToFront('queue');
    list.current?.focus();
  };
  useCommands({
    'list.filter': can(() => {
      bringToFront('queue');
      field.current?.focus();
      field.current?.select();
    }),
    'list.focus': can(focusList),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      focusList();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (search === '') focusList();
      else onSearch('');
    }
  };
  return (
    <>
      <header className="queue-head">
        <div className="queue-title">
          <h1>{title}</h1>
          <span className="faint small">{summary}</span>
          {actions}
        </div>
        <div className="queue-tools">
          <div className="queue-search">
            <Icon name="search" size={14} />
            <input
              ref={field}
              type="text"
              aria-label={searchLabel}
              placeholder={`${searchLabel}  /`}
              value={search}
              spellCheck={false}
              onChange={(event) => onSearch(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            {search !== '' && <IconButton icon="close" label="Clear the text" onClick={() => onSearch('')} />}
          </div>
          {filters !== null && (
            <DialogTrigger>
              <TriggerButton className="icon-button queue-filter" aria-label="Filter, group and sort">
                <Icon name="filter" size={15} />
              </TriggerButton>
              <Popover className="popover" placement="bottom end">
                <div className="popover-form">{filters}</div>
              </Popover>
            </DialogTrigger>
          )}
        </div>
        {active.length > 0 && (
          <ul className="queue-active" aria-label="Active filters">
            {active.map((filter) => (
              <li key={filter.label}>
                <button type="button" onClick={filter.onRemove} aria-label={`Remove the filter ${filter.label}`}>
                  {filter.label}
                  <Icon name="close" size={10} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </header>
      <QueueList {...props.list} handle={list} />
    </>
  );
}
