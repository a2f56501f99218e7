import { lazy, Suspense, useMemo } from 'react';
import type { FileChange, JsonText, OperationOutput } from '../../../../core/api/index.ts';
import { CopyButton } from '../../../components/copy.tsx';
import { Skeleton, WhenReady } from '../../../components/states.tsx';
import { useQuery } from '../../../stores/query.ts';
import { count, counted } from '../../../text/words.ts';
import { lastCommas } from './last-commas.ts';

const DiffEditor = lazy(() => import('../../../editor/diff-editor.tsx'));

interface ContextPaneProps {
  readonly executionId: string;
  readonly step: number;
  /** Finished steps of the run. */
  readonly finished: number;
}

/**
 * What a step changed in the context, before and after; for a step that is not finished, the context that it began
 * with.
 */
export function ContextPane({ executionId, step, finished }: ContextPaneProps) {
  const kept = Math.min(step, finished);
  const answer = useQuery('runs.context', { executionId, step: kept });
  return (
    <WhenReady of={answer} label="Reading the context">
      {(context) => <ContextDiff context={context} unfinished={step > finished ? step : null} />}
    </WhenReady>
  );
}

const noMark = { mark: -1 } as const;
/** A context has no marks to press. */
const onMark = () => undefined;

interface ContextDiffProps {
  readonly context: OperationOutput<'runs.context'>;
  /** The step that is looked at, when it is not finished. */
  readonly unfinished: number | null;
}

function ContextDiff({ context, unfinished }: ContextDiffProps) {
  const { step, after, before } = context;
  const original = before?.context.text ?? '';
  const modified = after.text;
  const change = useMemo(() => textChange(original, modified), [original, modified]);
  const same = original === modified;
  return (
    <div className="context">
      <p className="context-head small">
        <strong>Context</strong>
        <span className="faint">
          {unfinished !== null && `as step ${count(unfinished)} found it: `}
          {before === null
            ? 'at the beginning'
            : `${placeOf(before.step)} and ${placeOf(step)}${same ? ', where nothing changed' : ''}`}
        </span>
        {!(after.complete && (before?.context.complete ?? true)) && (
          <span data-sign="inconclusive">{cutText(after)}</span>
        )}
        <CopyButton text={after.text} what="context" />
      </p>
      <div className="context-diff">
        <Suspense fallback={<Skeleton label="Opening the editor" />}>
          <DiffEditor change={change} target={noMark} onMark={onMark} />
        </Suspense>
      </div>
    </div>
  );
}

function placeOf(step: number): string {
  return step === 0 ? 'at the beginning' : `after step ${count(step)}`;
}

function cutText({ characters }: JsonText): string {
  return `${counted(characters, 'character')}: what did not change is counted instead of shown`;
}

/** Two JSON texts as the editor compares files. */
function textChange(before: string, after: string): FileChange {
  const [original, modified] = [lastCommas(before), lastCommas(after)];
  return {
    path: 'context',
    language: 'json',
    original,
    modified,
    originalLines: lineNumbers(original),
    modifiedLines: lineNumbers(modified),
    complete: true,
    marks: [],
  };
}

function lineNumbers(text: string): number[] {
  return text.split('\n').map((_, index) => index + 1);
}
