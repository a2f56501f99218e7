import { type ReactNode, useEffect, useRef } from 'react';
import type { BriefingSection, GateBriefing } from '../../../core/api/index.ts';
import { Icon } from '../../components/icon.tsx';
import { can, useCommands } from '../../keyboard/use-commands.ts';
import { briefingKey, useSeen } from '../../stores/seen.ts';
import { ActionSection } from './action-section.tsx';
import { DecisionLine } from './decision-line.tsx';
import { sectionNames, sectionOrder } from './section-names.ts';
import {
  EarlierSection,
  EvidenceSection,
  FalsifierSection,
  RecordSection,
  SummarySection,
  TouchesSection,
  WhySection,
} from './sections.tsx';
import { useSeenSections } from './use-seen.ts';
import { VerbBar } from './verb-bar.tsx';

interface BriefingProps {
  readonly briefing: GateBriefing;
  /** The gate was decided: go on to the next. */
  readonly onDecided: () => void;
}

const none: readonly BriefingSection[] = [];

/** The eight sections of a gate, in order, above the bar of verbs. */
export function Briefing({ briefing, onDecided }: BriefingProps) {
  const pane = useRef<HTMLDivElement>(null);
  const shownAt = useRef<number | null>(null);
  const key = briefingKey(briefing.row.gateId, briefing.action.digest);
  const seen = useSeen((store) => store.seen[key] ?? none);
  useSeenSections(key, pane);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const showNextUnseen = () => {
    const next = sectionOrder.find((section) => !seen.includes(section));
    if (next === undefined) return;
    const target = pane.current?.querySelector<HTMLElement>(`[data-section="${next}"]`);
    if (target) pane.current?.scrollTo({ top: target.offsetTop - pane.current.offsetTop });
  };
  useCommands({ 'gate.sections': can(showNextUnseen) });
  const content: Readonly<Record<BriefingSection, ReactNode>> = {
    summary: <SummarySection briefing={briefing} />,
    why: <WhySection briefing={briefing} />,
    touches: <TouchesSection briefing={briefing} />,
    action: <ActionSection briefing={briefing} />,
    evidence: <EvidenceSection briefing={briefing} />,
    record: <RecordSection briefing={briefing} />,
    earlier: <EarlierSection briefing={briefing} />,
    falsifiers: <FalsifierSection briefing={briefing} />,
  };
  return (
    <div className="briefing">
      <DecisionLine />
      <div className="briefing-scroll" ref={pane}>
        {sectionOrder.map((section, index) => (
          <section
            key={section}
            className="briefing-section"
            data-section={section}
            aria-labelledby={`section-${section}`}
          >
            <span className="briefing-number" aria-hidden="true">
              {index + 1}
              {seen.includes(section) && <Icon name="check" size={12} />}
            </span>
            <div className="briefing-content">
              <h2 id={`section-${section}`} className="briefing-heading">
                {sectionNames[section]}
                <span className="hidden-visually">{seen.includes(section) ? ', seen' : ', not seen yet'}</span>
              </h2>
              {content[section]}
            </div>
          </section>
        ))}
      </div>
      <VerbBar briefing={briefing} seen={seen} shownAt={shownAt} onDecided={onDecided} onShowUnseen={showNextUnseen} />
    </div>
  );
}
