import { type FormEvent, useEffect, useState } from 'react';
import type { Problem, SessionView } from '../../../core/api/index.ts';
import { request } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemLine } from '../../components/problem-line.tsx';
import { Progress } from '../../components/progress.tsx';
import { cancelJob, useJobs } from '../../stores/jobs.ts';
import { readyValue } from '../../stores/loadable.ts';
import { goTo } from '../../stores/route.ts';
import { changeSession, useSession } from '../../stores/session.ts';
import './first-run.css';

const importCommand = 'mizan import swe-bench FOLDER';

/** The first screen: three ways to something to weigh, nothing to configure. */
export default function FirstRunView() {
  const session = readyValue(useSession((store) => store.session));
  const [problem, setProblem] = useState<Problem | null>(null);
  if (session === null) return null;
  return (
    <div className="start">
      <div className="start-content">
        <header className="start-head">
          <Icon name="scales" size={36} />
          <div>
            <h1>Mizan</h1>
            <p className="quiet">
              Weigh what AI agents claim, decide what is left, and keep a ledger that shows when it was touched.
            </p>
          </div>
        </header>
        <ProblemLine problem={problem} />
        <ol className="start-ways">
          <SampleWay onProblem={setProblem} />
          <LedgerWay session={session} onProblem={setProblem} />
          <ImportWay />
        </ol>
        <Recent session={session} onProblem={setProblem} />
        <p className="faint small">
          Everything stays on this computer. Version {session.version}, {session.door} door.
        </p>
      </div>
    </div>
  );
}

interface WayProps {
  readonly onProblem: (problem: Problem | null) => void;
}

function SampleWay({ onProblem }: WayProps) {
  const [jobId, setJobId] = useState<string | null>(null);
  const job = useJobs((store) => store.running.find((running) => running.jobId === jobId));
  const outcome = useJobs((store) => store.finished.find((finished) => finished.jobId === jobId));
  const open = async () => {
    onProblem(null);
    const started = await request('workspace.openSample', {});
    if (started.ok) setJobId(started.value.jobId);
    else onProblem(started.problem);
  };
  const isDone = outcome?.outcome === 'done';
  useEffect(() => {
    if (isDone) goTo('gates');
  }, [isDone]);
  const busy = jobId !== null && outcome === undefined;
  return (
    <li className="start-way">
      <Icon name="sample" size={22} />
      <div>
        <h2>Open the sample</h2>
        <p className="quiet">
          Four pieces of work by three agents, weighed here and now by the real checks. One waits for your decision.
        </p>
        {outcome?.outcome === 'failed' && (
          <p className="dialog-problem" role="alert">
            {outcome.message}
          </p>
        )}
      </div>
      {busy ? (
        <Progress
          label={job?.label ?? 'Making the sample'}
          done={job?.done ?? 0}
          total={job?.total ?? 0}
          onCancel={() => void cancelJob(jobId)}
        />
      ) : (
        <Button kind="primary" onClick={() => void open()}>
          Open the sample
        </Button>
      )}
    </li>
  );
}

function LedgerWay({ session, onProblem }: WayProps & { readonly session: SessionView }) {
  const [path, setPath] = useState('');
  const run = async (result: ReturnType<typeof changeSession>) => {
    onProblem(null);
    const answer = await result;
    if (!answer.ok) onProblem(answer.problem);
    else if (answer.value !== null) goTo('gates');
  };
  const openPath = (event: FormEvent) => {
    event.preventDefault();
    void run(changeSession('workspace.open', { path }));
  };
  return (
    <li className="start-way">
      <Icon name="folder" size={22} />
      <div>
        <h2>Open a ledger</h2>
        <p className="quiet">
          A .mizan file of yours, or one that somebody gave you to audit. One of an older Mizan is brought up to date.
        </p>
      </div>
      {session.canChooseFile ? (
        <Button onClick={() => void run(changeSession('workspace.choose', {}))}>Choose a file…</Button>
      ) : (
        <form className="start-path" onSubmit={openPath}>
          <input
            type="text"
            className="mono"
            aria-label="Path of the ledger file"
            placeholder="/path/to/ledger.mizan"
            required
            spellCheck={false}
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Button submit>Open</Button>
        </form>
      )}
    </li>
  );
}

function ImportWay() {
  return (
    <li className="start-way">
      <Icon name="import" size={22} />
      <div>
        <h2>Import a run</h2>
        <p className="quiet">
          A SWE-bench evaluation becomes contracts, verdicts and reputations. Run this in a terminal, then open the
          ledger.
        </p>
      </div>
      <span className="start-command mono">
        {importCommand}
        <CopyButton text={importCommand} what="command" />
      </span>
    </li>
  );
}

function Recent({ session, onProblem }: WayProps & { readonly session: SessionView }) {
  if (session.recent.length === 0) return null;
  const open = async (path: string) => {
    onProblem(null);
    const answer = await changeSession('workspace.open', { path });
    if (answer.ok) goTo('gates');
    else onProblem(answer.problem);
  };
  return (
    <section aria-label="Recent ledgers">
      <h2 className="start-recent-title">Recent</h2>
      <ul className="start-recent">
        {session.recent.map((ledger) => (
          <li key={ledger.path}>
            <button type="button" className="start-recent-item" onClick={() => void open(ledger.path)}>
              <span>{ledger.name}</span>
              <span className="mono small faint cut">{ledger.path}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
