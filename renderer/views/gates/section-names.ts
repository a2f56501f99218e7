import type { BriefingSection } from '../../../core/api/index.ts';

/** Every section by its name, from top to bottom (UI.md): the types miss none. */
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

export const sectionOrder = Object.keys(sectionNames) as readonly BriefingSection[];
