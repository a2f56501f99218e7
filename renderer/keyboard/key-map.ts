/** Every key of the console, in one table: the listener, the help sheet and the command palette all read it. */

interface KeyEntry {
  /** tinykeys notation; a sequence has spaces. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly section: 'Anywhere' | 'Lists' | 'Gates' | 'Work' | 'Debates' | 'Agents' | 'Ledger';
  /** Also works while a text field or the code editor has the focus. */
  readonly whileTyping?: true;
}

export const keyMap = {
  'go.gates': { keys: ['g g'], label: 'Go to Gates', section: 'Anywhere' },
  'go.work': { keys: ['g w'], label: 'Go to Work', section: 'Anywhere' },
  'go.debates': { keys: ['g d'], label: 'Go to Debates', section: 'Anywhere' },
  'go.runs': { keys: ['g u'], label: 'Go to Runs', section: 'Anywhere' },
  'go.agents': { keys: ['g a'], label: 'Go to Agents', section: 'Anywhere' },
  'go.ledger': { keys: ['g l'], label: 'Go to Ledger', section: 'Anywhere' },
  'go.rules': { keys: ['g v'], label: 'Go to the rules of verification', section: 'Anywhere' },
  'palette.open': { keys: ['$mod+k'], label: 'Commands', section: 'Anywhere', whileTyping: true },
  'help.open': { keys: ['Shift+?', '?'], label: 'Keyboard and signs', section: 'Anywhere' },
  'settings.open': { keys: ['g s'], label: 'Settings', section: 'Anywhere' },
  'reviewer.open': { keys: ['g r'], label: 'Reviewer: unlock, enroll or lock', section: 'Anywhere' },
  'workspace.start': { keys: ['g o'], label: 'Open another ledger', section: 'Anywhere' },
  'evidence.toggle': { keys: ['.'], label: 'Show or hide the evidence', section: 'Anywhere' },
  'place.copy': { keys: ['y'], label: 'Copy the address of this place', section: 'Anywhere' },
  'list.next': { keys: ['j'], label: 'Next row', section: 'Lists' },
  'list.previous': { keys: ['k'], label: 'Previous row', section: 'Lists' },
  'list.open': { keys: ['o'], label: 'Move the focus into what is open', section: 'Lists' },
  'list.focus': { keys: ['u'], label: 'Move the focus back to the list', section: 'Lists' },
  'list.filter': { keys: ['/'], label: 'Filter the list', section: 'Lists' },
  'gate.approve': { keys: ['a'], label: 'Approve', section: 'Gates' },
  'gate.edit': { keys: ['e'], label: 'Edit', section: 'Gates' },
  'gate.reject': { keys: ['r'], label: 'Reject, with a reason', section: 'Gates' },
  'gate.respond': { keys: ['p'], label: 'Respond', section: 'Gates' },
  'gate.escalate': { keys: ['l'], label: 'Escalate', section: 'Gates' },
  'gate.snooze': { keys: ['s'], label: 'Snooze', section: 'Gates' },
  'gate.sections': { keys: ['n'], label: 'Next section not seen yet', section: 'Gates' },
  'mark.next': { keys: ['F8'], label: 'Next failing place or step', section: 'Work', whileTyping: true },
  'mark.previous': { keys: ['Shift+F8'], label: 'Previous failing place or step', section: 'Work', whileTyping: true },
  'file.next': { keys: [']'], label: 'Next changed file, or step of a run', section: 'Work' },
  'file.previous': { keys: ['['], label: 'Previous changed file, or step of a run', section: 'Work' },
  'finding.explain': { keys: ['i'], label: 'Explain the rule of this finding', section: 'Work' },
  'finding.accept': { keys: ['v'], label: 'Accept the risk of this finding', section: 'Work' },
  'finding.falseAlarm': {
    keys: ['f'],
    label: 'Mark this finding as a false alarm, or take that back',
    section: 'Work',
  },
  'message.next': { keys: ['m'], label: 'Next message', section: 'Debates' },
  'message.previous': { keys: ['Shift+M'], label: 'Previous message', section: 'Debates' },
  'find.open': { keys: ['$mod+f'], label: 'Find in the debate', section: 'Debates', whileTyping: true },
  'debate.start': { keys: ['Shift+D'], label: 'Start a debate', section: 'Debates' },
  'agent.compare': { keys: ['x'], label: 'Select the agent for comparison', section: 'Agents' },
  'ledger.audit': { keys: ['Shift+A'], label: 'Audit the ledger', section: 'Ledger' },
} as const satisfies Record<string, KeyEntry>;

export type CommandId = keyof typeof keyMap;

const printed: Readonly<Record<string, string>> = { $mod: 'Ctrl', 'Shift+?': '?' };

/** The keys of a command as a person reads them: `['Ctrl', 'K']`, `['G', 'then', 'W']`. */
export function printedKeys(id: CommandId): readonly string[] {
  const [first] = keyMap[id].keys;
  return first.split(' ').flatMap((press, index) => {
    const known = printed[press];
    const parts = known === undefined ? press.split('+').map(printedKey) : [known];
    return index === 0 ? parts : ['then', ...parts];
  });
}

function printedKey(key: string): string {
  return printed[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The row of the table for a command, without the narrow types of its literals. */
export function keyEntry(id: CommandId): KeyEntry {
  return keyMap[id];
}

export const commandIds = Object.keys(keyMap) as readonly CommandId[];
