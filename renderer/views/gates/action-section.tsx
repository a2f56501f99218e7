import type { GateBriefing } from '../../../core/api/index.ts';
import { ChangePane } from '../../components/change-pane.tsx';
import { Digest } from '../../components/identifier.tsx';
import { foldedPaths, JsonValue, useOpened } from '../../components/json-value.tsx';
import { WhenReady } from '../../components/states.tsx';
import { workRoute } from '../../routes.ts';
import { useQuery } from '../../stores/query.ts';

/** 4. The exact action: what the digest covers, in full, and the diff where there is one. */
export function ActionSection({ briefing: { row, action } }: { readonly briefing: GateBriefing }) {
  const covered: unknown = parsed(action.canonical);
  const [opened, open] = useOpened();
  const closed = foldedPaths(covered, 'action').filter((path) => !opened.has(path));
  return (
    <div data-folded={closed.length > 0} className="briefing-action">
      <p className="briefing-facts">
        <span>
          tool <strong className="mono">{action.tool}</strong>
        </span>
        <span>
          bound to <Digest digest={action.digest} what="action digest" />
        </span>
      </p>
      <div className="briefing-arguments mono">
        <JsonValue value={covered} path="action" opened={opened} onOpen={open} />
      </div>
      <details className="briefing-canonical">
        <summary>Canonical JSON, exactly as the digest covers it</summary>
        <pre className="json-long">{action.canonical}</pre>
      </details>
      {row.taskId !== null && <Change taskId={row.taskId} agentId={row.agentId} findingId={findingIn(covered)} />}
    </div>
  );
}

interface ChangeProps {
  readonly taskId: string;
  /** Whose work the gate is about. */
  readonly agentId: string | null;
  readonly findingId: string | null;
}

function Change({ taskId, agentId, findingId }: ChangeProps) {
  const work = useQuery('work.get', { taskId, ...(agentId === null ? {} : { agentId }) });
  return (
    <WhenReady of={work} label="Reading the change">
      {(detail) =>
        detail.diff === null ? (
          <p className="faint">The task changed no file.</p>
        ) : (
          <div className="briefing-change">
            <p className="briefing-facts">
              The change of <a href={workRoute(taskId, detail.row.agentId)}>{detail.row.title}</a>
            </p>
            <ChangePane
              taskId={taskId}
              agentId={detail.row.agentId}
              files={detail.diff.files}
              findings={detail.verification?.findings ?? []}
              first={findingId}
            />
          </div>
        )
      }
    </WhenReady>
  );
}

/** The finding that the action is about, so that the diff begins there; null when it is about something else. */
function findingIn(action: unknown): string | null {
  const parameters = member(action, 'arguments');
  const id = member(member(parameters, 'finding'), 'id');
  return typeof id === 'string' ? id : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function parsed(canonical: string): unknown {
  try {
    return JSON.parse(canonical);
  } catch {
    return canonical;
  }
}
