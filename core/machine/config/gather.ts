import { fail, ok, type Result } from '../../problem/index.ts';
import type { TemplateEngine } from '../template/render.ts';
import { checkDocument } from './check.ts';
import type { ConfigDocument, Path } from './document.ts';
import { type MachineReference, type MachineSource, machineSchema } from './schema.ts';

export interface ConfigText {
  /** Shown in places, and the base of relative references: a path or an address. */
  readonly name: string;
  readonly text: string;
}

export interface LoadPorts {
  readonly templates: TemplateEngine;
  /** Reads a configuration that another one refers to. */
  read(reference: string, from: string): Promise<Result<ConfigText>>;
}

export interface SourceFile {
  readonly document: ConfigDocument;
  readonly source: MachineSource;
}

export interface Link {
  readonly from: number;
  readonly reference: string;
  readonly to: number;
}

/** Reads YAML or JSON. Its reader is loaded when it is first needed: machines that come as data do without it. */
export async function readConfig(name: string, text: string): Promise<Result<ConfigDocument>> {
  const { readDocument } = await import('./yaml-document.ts');
  return readDocument(name, text);
}

/** Reads a file and, once each, the files it refers to. */
export async function gather(
  document: ConfigDocument,
  ports: LoadPorts,
  files: SourceFile[],
  links: Link[],
): Promise<Result<number>> {
  const checked = checkDocument<MachineSource>(document, machineSchema);
  if (!checked.ok) return checked;
  const from = files.push({ document, source: checked.value }) - 1;
  for (const { path, reference } of fileReferences(checked.value, [])) {
    if (links.some((link) => link.from === from && link.reference === reference)) continue;
    const text = await ports.read(reference, document.name);
    if (!text.ok) return fail(text.problem.code, text.problem.message, document.place(path));
    const known = files.findIndex((file) => file.document.name === text.value.name);
    if (known >= 0) {
      links.push({ from, reference, to: known });
      continue;
    }
    const read = await readConfig(text.value.name, text.value.text);
    if (!read.ok) return read;
    links.push({ from, reference, to: files.length });
    const inner = await gather(read.value, ports, files, links);
    if (!inner.ok) return inner;
  }
  return ok(from);
}

/** The machine that is written right here, or null for a reference to a file. */
export function inlineMachine(reference: MachineReference): { source: MachineSource; steps: Path } | null {
  if (typeof reference === 'string' || 'path' in reference) return null;
  return 'inline' in reference ? { source: reference.inline, steps: ['inline'] } : { source: reference, steps: [] };
}

function fileReferences(source: MachineSource, base: Path): { path: Path; reference: string }[] {
  return Object.entries(source.data.machines).flatMap(([name, machine]) => {
    const path = [...base, 'data', 'machines', name];
    const inline = inlineMachine(machine);
    if (inline !== null) return fileReferences(inline.source, [...path, ...inline.steps]);
    return [{ path, reference: typeof machine === 'string' ? machine : (machine as { path: string }).path }];
  });
}
