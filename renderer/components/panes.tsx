import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { bringToFront, type PaneName, useLayout } from '../stores/layout.ts';
import { useFold } from '../stores/width.ts';
import './panes.css';

interface PanesProps {
  /** Names of the panes for tabs and screen readers: `Gates`, `Briefing`, `Evidence`. */
  readonly names: Readonly<Record<PaneName, string>>;
  readonly queue: ReactNode;
  readonly subject: ReactNode;
  readonly evidence: ReactNode;
}

/** The three panes that serve every view. They resize, are remembered, and fold under tabs where there is no room. */
export function Panes(props: PanesProps) {
  const fold = useFold();
  const front = useLayout((layout) => layout.front);
  const evidenceOpen = useLayout((layout) => layout.evidenceOpen);
  const { names, queue, subject, evidence } = props;
  const pane = (name: PaneName, content: ReactNode) => (
    <section className={`pane pane-${name}`} aria-label={names[name]}>
      {content}
    </section>
  );
  const content = { queue, subject, evidence };
  if (fold === 'one') {
    const tabs: readonly PaneName[] = ['queue', 'subject', 'evidence'];
    return (
      <div className="folded">
        <PaneTabs names={names} tabs={tabs} front={front} />
        {pane(front, content[front])}
      </div>
    );
  }
  if (fold === 'two') {
    const shown = front === 'evidence' ? 'evidence' : 'subject';
    return (
      <Split id="mizan.panes.two">
        <Panel id="queue" defaultSize={288} minSize={220} maxSize="50%" groupResizeBehavior="preserve-pixel-size">
          {pane('queue', queue)}
        </Panel>
        <Handle label={names.queue} />
        <Panel id="folded" minSize={360}>
          <div className="folded">
            <PaneTabs names={names} tabs={['subject', 'evidence']} front={shown} />
            {pane(shown, content[shown])}
          </div>
        </Panel>
      </Split>
    );
  }
  return (
    <Split id={`mizan.panes.${evidenceOpen ? 'three' : 'wide'}`}>
      <Panel id="queue" defaultSize={300} minSize={220} maxSize={520} groupResizeBehavior="preserve-pixel-size">
        {pane('queue', queue)}
      </Panel>
      <Handle label={names.queue} />
      <Panel id="subject" minSize={400}>
        {pane('subject', subject)}
      </Panel>
      {evidenceOpen && <Handle label={names.evidence} />}
      {evidenceOpen && (
        <Panel id="evidence" defaultSize={340} minSize={260} maxSize={640} groupResizeBehavior="preserve-pixel-size">
          {pane('evidence', evidence)}
        </Panel>
      )}
    </Split>
  );
}

interface SplitProps {
  readonly id: string;
  readonly children: ReactNode;
  readonly orientation?: 'horizontal' | 'vertical';
}

/** A group of panels whose sizes are remembered under its id. */
export function Split({ id, children, orientation = 'horizontal' }: SplitProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id, onlySaveAfterUserInteractions: true });
  return (
    <Group
      key={id}
      id={id}
      className="split"
      orientation={orientation}
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
    >
      {children}
    </Group>
  );
}

/** What two panes are resized with, by pointer or arrow keys; `label` names the pane that it resizes. */
export function Handle({ label }: { readonly label: string }) {
  return <Separator className="split-handle" aria-label={`Resize ${label}`} />;
}

function PaneTabs({
  names,
  tabs,
  front,
}: {
  readonly names: PanesProps['names'];
  readonly tabs: readonly PaneName[];
  readonly front: PaneName;
}) {
  return (
    <div className="pane-tabs" role="toolbar" aria-label="Panes">
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          className="pane-tab"
          aria-pressed={front === name}
          onClick={() => bringToFront(name)}
        >
          {names[name]}
        </button>
      ))}
    </div>
  );
}
