import type { BrowserConnection, BrowserSession } from './session.ts';

export interface Target {
  readonly id: string;
  readonly session: BrowserSession;
}

/** The pages of the browser. Each new one is held back until the double has looked at it. */
export interface Targets {
  /** A page of ours, `about:blank`, ready to be set up. */
  create(size: { readonly width: number; readonly height: number }): Promise<Target>;
  close(id: string): Promise<void>;
}

export interface TargetEvents {
  titleChanged(id: string, title: string): void;
  destroyed(id: string): void;
}

/** Holds back every page Chromium opens. One that a page opened itself is closed before it loads anything. */
export async function watchTargets(browser: BrowserConnection, events: TargetEvents): Promise<Targets> {
  const waiting = new Map<string, PromiseWithResolvers<BrowserSession>>();

  function attached(id: string): PromiseWithResolvers<BrowserSession> {
    const known = waiting.get(id);
    if (known !== undefined) return known;
    const made = Promise.withResolvers<BrowserSession>();
    waiting.set(id, made);
    return made;
  }

  browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = browser.session(sessionId);
    if (targetInfo.type === 'page' && targetInfo.openerId !== undefined) {
      void closeUnloaded(browser, session, targetInfo.targetId);
      return;
    }
    if (targetInfo.type === 'page') attached(targetInfo.targetId).resolve(session);
    void session.send('Runtime.runIfWaitingForDebugger');
  });
  browser.on('Target.targetInfoChanged', ({ targetInfo }) =>
    events.titleChanged(targetInfo.targetId, targetInfo.title),
  );
  browser.on('Target.targetDestroyed', ({ targetId }) => events.destroyed(targetId));
  await browser.send('Target.setDiscoverTargets', { discover: true });
  await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });

  return {
    async create({ width, height }) {
      const { targetId } = await browser.send('Target.createTarget', {
        url: 'about:blank',
        width,
        height,
        newWindow: true,
      });
      return { id: targetId, session: await attached(targetId).promise };
    },
    async close(id) {
      await browser.send('Target.closeTarget', { targetId: id });
    },
  };
}

/**
 * Closes a page that another one opened. It shares a process with its opener, which would wait for it as long as it is
 * held.
 */
async function closeUnloaded(browser: BrowserConnection, session: BrowserSession, targetId: string): Promise<void> {
  const steps = [
    // Its requests are held from here on and never answered.
    session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    session.send('Runtime.runIfWaitingForDebugger'),
    browser.send('Target.closeTarget', { targetId }),
  ];
  // The page may already be gone by any of them.
  await Promise.allSettled(steps);
}
