import { isWellFormed } from '../canonical/index.ts';

/** How an agent may end its work (C1). */
export type ReportStatus = 'success' | 'blocked' | 'failure';

/** An agent's own account of its work. It decides which checks run, never how they end. */
export interface SelfReport {
  readonly status: ReportStatus;
  /** What a blocked agent says it needs. */
  readonly need: string | null;
  /** What the agent says it did, in its own words. */
  readonly text: string;
  /** Why the report could not be read; it then counts as failure (C1). Null when it was read. */
  readonly unreadable: string | null;
}

/** The status words of C1 in any case; null for any other word. */
export function readStatus(word: string): ReportStatus | null {
  switch (word.trim().toLowerCase()) {
    case 'success':
      return 'success';
    case 'blocked':
      return 'blocked';
    case 'failure':
    case 'failed':
      return 'failure';
    default:
      return null;
  }
}

/**
 * Reads the report from everything an agent printed: its last fenced JSON block. Only the last one counts, so that a
 * quoted prompt or an earlier draft is never mistaken for the report. Never fails: what cannot be read is a failure
 * with the reason kept (C1).
 */
export function readReport(output: string): SelfReport {
  const block = lastJsonBlock(output);
  if (block === null) return unreadable('The output holds no fenced JSON block.');
  const parsed = parseObject(block);
  if (typeof parsed === 'string') return unreadable(parsed);
  return reportFrom(parsed);
}

/** The report that an object of fields makes, by the same rules. */
export function reportFrom(fields: Readonly<Record<string, unknown>>): SelfReport {
  if (!isWellFormed(fields)) return unreadable('The report holds text that is not valid Unicode.');
  const word = own(fields, 'status');
  if (typeof word !== 'string') return unreadable('The report has no status.');
  const status = readStatus(word);
  if (status === null) {
    return unreadable(`The status ${JSON.stringify(word.slice(0, 80))} is not success, blocked or failure.`);
  }
  return {
    status,
    need: textOf(own(fields, 'need') ?? own(fields, 'what_i_need')),
    text: textOf(own(fields, 'text') ?? own(fields, 'what_done') ?? own(fields, 'summary')) ?? '',
    unreadable: null,
  };
}

function unreadable(reason: string): SelfReport {
  return { status: 'failure', need: null, text: '', unreadable: reason.toWellFormed() };
}

function own(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Text, or a list of texts; anything else says nothing. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (Array.isArray(value)) return textOf(value.filter((item) => typeof item === 'string').join('; '));
  return null;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `The last JSON block does not parse: ${error instanceof Error ? error.message : String(error)}.`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The report is not a JSON object.';
  return value as Readonly<Record<string, unknown>>;
}

interface OpenBlock {
  readonly fence: string;
  /** `json` on the fence, no word at all, or another word. */
  readonly mark: 'json' | 'none' | 'other';
  readonly lines: string[];
}

/**
 * The content of the last block that is fenced and marked `json`, or fenced without a mark and holding a JSON object.
 * A `json` fence also starts a block inside an open one, unless that one's fence is longer: a stray fence in an agent's
 * chatter must not swallow its report.
 */
function lastJsonBlock(output: string): string | null {
  let last: string | null = null;
  let open: OpenBlock | null = null;
  for (const line of output.split(/\r?\n/)) {
    const fence = fenceOf(line);
    if (fence !== null && startsJson(fence, open)) {
      open = { fence: fence.marks, mark: 'json', lines: [] };
    } else if (open === null) {
      if (fence !== null) open = { fence: fence.marks, mark: fence.info === '' ? 'none' : 'other', lines: [] };
    } else if (fence?.info === '' && fence.marks.startsWith(open.fence)) {
      last = contentOf(open) ?? last;
      open = null;
    } else {
      open.lines.push(line);
    }
  }
  return (open === null ? null : contentOf(open)) ?? last;
}

interface Fence {
  readonly marks: string;
  /** What stands behind the marks. */
  readonly info: string;
}

function fenceOf(line: string): Fence | null {
  const found = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/.exec(line);
  return found === null ? null : { marks: found[1] ?? '', info: (found[2] ?? '').trim() };
}

function startsJson({ marks, info }: Fence, open: OpenBlock | null): boolean {
  return /^json\b/i.test(info) && (open === null || open.fence.length <= marks.length);
}

function contentOf(block: OpenBlock): string | null {
  const content = block.lines.join('\n');
  if (block.mark === 'json') return content;
  return block.mark === 'none' && typeof parseObject(content) !== 'string' ? content : null;
}
