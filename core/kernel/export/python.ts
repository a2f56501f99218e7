/** The definitions as a Python 3 module without dependencies. */
import type { Definition, Formula, Term } from '../formula.ts';
import { signatureOf } from './signature.ts';

const prelude = `"""The decision kernel of Mizan, written by \`mizan kernel export --to python\`. Do not edit.

Numbers are natural numbers; anything else is read as 0.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class AgentAction:
    kind: str = "no-action"
    tool_name: str = ""


@dataclass(frozen=True)
class ToolSpec:
    name: str = ""
    required_access: int = 0
    requires_execute: bool = False
    token_cost: int = 0
    time_cost: int = 0


@dataclass(frozen=True)
class AgentState:
    step_counter: int = 0
    max_steps: int = 100
    token_budget: int = 10000
    time_budget: int = 3600
    file_access: int = 0
    execute_allowed: bool = False
    satisfaction: int = 0
    done: bool = False
    error: str = "none"
    max_context_tokens: int = 8000


def natural(value):
    return value if type(value) is int and value >= 0 else 0
`;

/**
 * The text of the module, one function for each definition in the given order; the same definitions give the same
 * bytes.
 */
export function pythonExport(definitions: readonly Definition[]): string {
  return `${prelude}${definitions.map(defineFunction).join('')}`;
}

function defineFunction(definition: Definition): string {
  const body = 'term' in definition ? pythonTerm(definition.by) : pythonFormula(definition.by);
  const type = 'term' in definition ? 'int' : 'bool';
  const { action, tool, state, given } = signatureOf(definition);
  const parameters = [
    ...(action ? ['action: AgentAction'] : []),
    ...(tool ? ['tool: ToolSpec'] : []),
    ...(state ? ['state: AgentState'] : []),
    ...given.map((name) => `${name}: int`),
  ];
  return `\n\ndef ${pythonName(definition.name)}(${parameters.join(', ')}) -> ${type}:\n    return ${body}\n`;
}

function pythonTerm(term: Term): string {
  switch (term.term) {
    case 'number':
      return `${term.value}`;
    case 'tool':
      return `natural(tool.${snake(term.field)})`;
    case 'state':
      return `natural(state.${snake(term.field)})`;
    case 'given':
      return `natural(${term.name})`;
    case 'sum':
      return `(${pythonTerm(term.left)} + ${pythonTerm(term.right)})`;
    case 'difference':
      return `max(${pythonTerm(term.left)} - ${pythonTerm(term.right)}, 0)`;
    case 'least':
      return `min(${pythonTerm(term.left)}, ${pythonTerm(term.right)})`;
    case 'either':
      return `(${pythonTerm(term.yes)} if ${pythonFormula(term.when)} else ${pythonTerm(term.no)})`;
    case 'defined':
      return pythonCall(term);
  }
}

function pythonFormula(formula: Formula): string {
  switch (formula.formula) {
    case 'at-most':
      return `${pythonTerm(formula.left)} <= ${pythonTerm(formula.right)}`;
    case 'less-than':
      return `${pythonTerm(formula.left)} < ${pythonTerm(formula.right)}`;
    case 'equal':
      return `${pythonTerm(formula.left)} == ${pythonTerm(formula.right)}`;
    case 'tool-flag':
      return `tool.${snake(formula.field)}`;
    case 'state-flag':
      return `state.${snake(formula.field)}`;
    case 'error-is':
      return `state.error == "${formula.kind}"`;
    case 'action-is':
      return `action.kind == "${formula.kind}"`;
    case 'names-tool':
      return 'action.tool_name == tool.name';
    case 'not':
      return `not (${pythonFormula(formula.of)})`;
    case 'and':
    case 'or':
      return `(${formula.of.map(pythonFormula).join(` ${formula.formula} `)})`;
    case 'defined':
      return pythonCall(formula);
  }
}

function pythonCall(definition: Definition): string {
  const { action, tool, state, given } = signatureOf(definition);
  const values = [...(action ? ['action'] : []), ...(tool ? ['tool'] : []), ...(state ? ['state'] : []), ...given];
  return `${pythonName(definition.name)}(${values.join(', ')})`;
}

function pythonName(name: string): string {
  return name.replaceAll('-', '_');
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
