import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';

interface CrashScreenState {
  readonly error: Error | null;
}

/** A bug in the console stops here: it is said, and nothing was lost, because only the host writes. */
export class CrashScreen extends Component<{ readonly children: ReactNode }, CrashScreenState> {
  override readonly state: CrashScreenState = { error: null };

  /** React's way in: what a component threw becomes what is shown; a thrown value that is no error becomes one. */
  static getDerivedStateFromError(error: unknown): CrashScreenState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className="shell-alone">
        <div className="state" role="alert">
          <span data-sign="failed">
            <Icon name="alert" size={28} />
          </span>
          <h1 className="state-title">The console stopped because of a bug in it</h1>
          <p className="state-text">The ledger is not affected: this window only reads, the host writes.</p>
          <pre className="state-text mono small">{error.stack ?? error.message}</pre>
          <Button kind="primary" onClick={() => window.location.reload()}>
            Start the console again
          </Button>
        </div>
      </main>
    );
  }
}
