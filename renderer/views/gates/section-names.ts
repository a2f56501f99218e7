import type { BriefingSection } from '../../../core/api/index.ts';

/** The sections from top to bottom (UI.md). */
export const sectionOrder: readonly BriefingSection[] = [
  'summary',
  'why',
  'touches',
  'action',
  'evidence',
  'record',
  'earlier',
  'falsifiers',
];

export const sectionNames: Readonly<Record<BriefingSection, string>> = {
  summary: 'Who wants to do what',
  why: 'Why it stopped here',
  touches: 'What it can touch',
  action: 'The exact action',
  evidence: 'Evidence',
  record: 'The agent’s record',
  earlier: 'Earlier decisions on this class of action',
  falsifiers: 'What would change my mind',
};
