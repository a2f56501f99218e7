import type { Json, JsonObject } from '../../canonical/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { member } from '../expression/evaluate.ts';
import type { Jinja, Variables } from './jinja.ts';

/** Longer template texts are refused at load. */
const maxLength = 100_000;

/** Tags that name another template: there is none, so they would only fail once a run gets there. */
const otherTemplate = /\{%[-+]?\s*(include|extends|import|from)\b/;

const pathPattern = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** Mizan's templates (X6): Jinja texts inside JSON data. */
export interface TemplateEngine {
  /** Whether a text can be rendered. Errors: `template-syntax`, `template-failed`, with `line:column` as place. */
  check(text: string): Result<void>;
  /** Every text in `template` rendered, lists and maps walked. Errors: `template-failed`, `template-limit`. */
  render(template: Json, variables: Variables): Result<Json>;
}

/** Templates over this Jinja: a text that is one expression keeps its type, a plain path is read without Jinja (X6). */
export function createTemplateEngine(jinja: Jinja): TemplateEngine {
  const renderText = (text: string, variables: Variables): Result<Json> => {
    if (!text.includes('{{') && !text.includes('{%') && !text.includes('{#')) return ok(text);
    const expression = soleExpression(text);
    if (expression === null) return jinja.text(text, variables);
    return pathValue(expression, variables) ?? jinja.value(expression, variables);
  };
  const render = (template: Json, variables: Variables): Result<Json> => {
    if (typeof template === 'string') return renderText(template, variables);
    if (template === null || typeof template !== 'object') return ok(template);
    if (isList(template)) {
      const items: Json[] = [];
      for (const item of template) {
        const rendered = render(item, variables);
        if (!rendered.ok) return rendered;
        items.push(rendered.value);
      }
      return ok(items);
    }
    const entries: [string, Json][] = [];
    for (const [key, value] of Object.entries(template)) {
      const rendered = render(value, variables);
      if (!rendered.ok) return within(rendered, key);
      entries.push([key, rendered.value]);
    }
    return ok(Object.fromEntries(entries));
  };
  return {
    check: (text) => {
      if (text.length > maxLength) {
        return fail('template-syntax', `The template is longer than ${maxLength} characters`, '1:1');
      }
      const other = otherTemplate.exec(text);
      if (other === null) return jinja.check(text);
      const before = text.slice(0, other.index).split('\n');
      const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
      return fail('template-syntax', `${other[1]}: a template stands alone and takes in no other`, place);
    },
    render,
  };
}

/** Says in which field a template failed. */
function within(failed: Extract<Result<Json>, { ok: false }>, key: string): Result<never> {
  const { code, message } = failed.problem;
  return fail(code, message.startsWith('In ') ? message : `In ${JSON.stringify(key)}: ${message}`);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** A plain path is read directly: same value, no trip through the engine. Null when it is not one. */
function pathValue(expression: string, variables: Variables): Result<Json> | null {
  if (!pathPattern.test(expression)) return null;
  const [root = '', ...steps] = expression.split('.');
  if (!Object.hasOwn(variables, root)) return null;
  return ok(steps.reduce<Json>(member, (variables as JsonObject)[root] ?? null));
}

/** The expression of a text that is exactly one `{{ … }}`, else null. */
export function soleExpression(text: string): string | null {
  if (!text.startsWith('{{') || !text.endsWith('}}')) return null;
  const end = endOfExpression(text);
  if (end === null || end + 2 !== text.length) return null;
  return text.slice(2, end).replace(/^-/, '').replace(/-$/, '').trim();
}

/** Where the `}}` stands that closes the `{{` at the beginning: outside texts, lists, maps and calls. */
function endOfExpression(text: string): number | null {
  let depth = 0;
  for (let at = 2; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") at = endOfQuote(text, at);
    else if ('{[('.includes(character)) depth += 1;
    else if (depth === 0 && text.startsWith('}}', at)) return at;
    else if ('}])'.includes(character)) depth -= 1;
  }
  return null;
}

/** Where the text that begins at `start` ends: at the same sign without a backslash before it. */
function endOfQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === text.charAt(start)) return at;
  }
  return text.length;
}
