import { z } from 'zod';
import { type OperationOutput, type RuleMark, type RulePage, type RuleRow, ruleMark } from '../../api/index.ts';
import type { LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type RuleText, ruleText, ruleTexts } from '../../rules/index.ts';

type Counts = Pick<RuleRow, 'found' | 'falseAlarms' | 'acceptedRisks'>;

const markLimit = 100;
const none: Counts = { found: 0, falseAlarms: 0, acceptedRisks: 0 };

/** Every rule with how often it spoke in this ledger. */
export function listRules(reader: LedgerReader): OperationOutput<'rules.list'> {
  const counts = countsByRule(reader);
  return { rows: ruleTexts.map((text) => rowOf(text, counts)) };
}

/** The page that explains a rule. Error: `rule-unknown`. */
export function getRule(reader: LedgerReader, rule: string): Result<RulePage> {
  const text = ruleText(rule);
  if (text === null) return fail('rule-unknown', `There is no rule ${JSON.stringify(rule)}`, rule);
  const { meaning, example, why, setting, source } = text;
  const row = rowOf(text, countsByRule(reader));
  return ok({ row, meaning, example: { ...example }, why, setting, source, marks: [...marksOf(reader, rule)] });
}

function rowOf({ rule, title, dimension, severity }: RuleText, counts: ReadonlyMap<string, Counts>): RuleRow {
  return { rule, title, dimension, severity, ...(counts.get(rule) ?? none) };
}

function countsByRule(reader: LedgerReader): ReadonlyMap<string, Counts> {
  const rows = reader.select(
    `SELECT rule, count(*) AS found, count(alarm_seq) AS falseAlarms,
       count(CASE WHEN risk_state = 'accepted' THEN 1 END) AS acceptedRisks
     FROM work_findings GROUP BY rule`,
    [],
    z.object({ rule: z.string(), found: z.number(), falseAlarms: z.number(), acceptedRisks: z.number() }),
  );
  return new Map(rows.map(({ rule, ...counts }) => [rule, counts]));
}

function marksOf(reader: LedgerReader, rule: string): readonly RuleMark[] {
  const place = 'task_id AS taskId, agent_id AS agentId, finding_id AS findingId, file, line, message';
  return reader.select(
    `SELECT ${place}, 'false-alarm' AS kind, alarm_by AS "by", alarm_at AS at, alarm_reason AS reason
     FROM work_findings WHERE rule = ? AND alarm_seq IS NOT NULL
     UNION ALL
     SELECT ${place}, risk_state AS kind, risk_by AS "by", risk_at AS at, risk_reason AS reason
     FROM work_findings WHERE rule = ? AND risk_state IN ('accepted', 'refused')
     ORDER BY at DESC LIMIT ${markLimit}`,
    [rule, rule],
    ruleMark,
  );
}
