import { canonicalBytes, type Json } from '../../canonical/index.ts';
import { fail, ok, type Result, required } from '../../problem/index.ts';
import type { TemplateEngine } from '../template/render.ts';
import { checkDocument } from './check.ts';
import { compileMachine } from './compile.ts';
import type { MachineBundle, MachineDefinition } from './definition.ts';
import { type ConfigDocument, dataDocument, type Path, partOf, readDocument } from './document.ts';
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

/** For machines whose children are all inline. */
export async function readNothing(reference: string): Promise<Result<never>> {
  return fail('reference-unreadable', `The reference ${JSON.stringify(reference)} cannot be read here`);
}

/**
 * Loads a machine from YAML or JSON, with every machine it refers to. Errors carry `file:line:column`:
 * `config-too-large`, `config-syntax`, `config-invalid`, `expression-syntax`, `template-syntax`,
 * `reference-unreadable`, `machine-cycle`.
 */
export async function loadMachine(source: ConfigText, ports: LoadPorts): Promise<Result<MachineDefinition>> {
  const document = readDocument(source.name, source.text);
  return document.ok ? loadDocument(document.value, ports) : document;
}

/** Loads a machine from data. Places are paths in it. */
export async function loadMachineData(
  name: string,
  value: unknown,
  ports: LoadPorts,
): Promise<Result<MachineDefinition>> {
  return loadDocument(dataDocument(name, value), ports);
}

/** Loads a machine that was kept with its runs. */
export async function loadBundle(bundle: MachineBundle, templates: TemplateEngine): Promise<Result<MachineDefinition>> {
  const text = (index: number): ConfigText => {
    const file = required(bundle.files[index], `file ${index} of the bundle`);
    return { name: `${index}/${file.name}`, text: JSON.stringify(file.source) };
  };
  return loadMachine(text(0), {
    templates,
    read: async (reference, from) => {
      const link = bundle.links.find(
        (candidate) => candidate.reference === reference && candidate.from === Number.parseInt(from, 10),
      );
      return link === undefined ? readNothing(reference) : ok(text(link.to));
    },
  });
}

interface SourceFile {
  readonly document: ConfigDocument;
  readonly source: MachineSource;
}

interface Link {
  readonly from: number;
  readonly reference: string;
  readonly to: number;
}

async function loadDocument(root: ConfigDocument, ports: LoadPorts): Promise<Result<MachineDefinition>> {
  const files: SourceFile[] = [];
  const links: Link[] = [];
  const gathered = await gather(root, ports, files, links);
  if (!gathered.ok) return gathered;
  const bundle: MachineBundle = {
    files: files.map(({ document, source }) => ({
      name: document.name.split(/[/\\]/).at(-1) ?? '',
      source: source as unknown as Json,
    })),
    links,
  };
  return new Linker(files, links, bundle, await digestOf(bundle), ports.templates).file(0, []);
}

/** Reads a file and, once each, the files it refers to. */
async function gather(
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
    const read = readDocument(text.value.name, text.value.text);
    if (!read.ok) return read;
    links.push({ from, reference, to: files.length });
    const inner = await gather(read.value, ports, files, links);
    if (!inner.ok) return inner;
  }
  return ok(from);
}

function inlineMachine(reference: MachineReference): { source: MachineSource; steps: Path } | null {
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

interface Ancestor {
  readonly file: number | null;
  readonly name: string;
  /** Whether it sets its own step limit. */
  readonly limited: boolean;
}

/** Compiles the gathered files and ties them to each other. */
class Linker {
  readonly #files: readonly SourceFile[];
  readonly #links: readonly Link[];
  readonly #bundle: MachineBundle;
  readonly #digest: string;
  readonly #templates: TemplateEngine;
  readonly #done = new Map<number, MachineDefinition>();

  constructor(
    files: readonly SourceFile[],
    links: readonly Link[],
    bundle: MachineBundle,
    digest: string,
    templates: TemplateEngine,
  ) {
    this.#files = files;
    this.#links = links;
    this.#bundle = bundle;
    this.#digest = digest;
    this.#templates = templates;
  }

  file(index: number, ancestors: readonly Ancestor[]): Result<MachineDefinition> {
    const { source, document } = required(this.#files[index], `file ${index}`);
    return this.#machine(source, document, index, index, ancestors);
  }

  #machine(
    source: MachineSource,
    document: ConfigDocument,
    owner: number,
    file: number | null,
    ancestors: readonly Ancestor[],
  ): Result<MachineDefinition> {
    const machines = new Map<string, MachineDefinition>();
    const compiled = compileMachine(source, document, this.#templates, {
      machines,
      digest: this.#digest,
      bundle: this.#bundle,
    });
    if (!compiled.ok) return compiled;
    if (file !== null) this.#done.set(file, compiled.value);
    const limited = source.data.settings.max_steps !== undefined;
    const line = [...ancestors, { file, name: compiled.value.name, limited }];
    for (const [name, reference] of Object.entries(source.data.machines)) {
      const path = ['data', 'machines', name];
      const inline = inlineMachine(reference);
      const child =
        inline === null
          ? this.#referred(reference, owner, line, document.place(path))
          : this.#machine(inline.source, partOf(document, [...path, ...inline.steps], null), owner, null, line);
      if (!child.ok) return child;
      machines.set(name, child.value);
    }
    return compiled;
  }

  #referred(
    reference: MachineReference,
    owner: number,
    line: readonly Ancestor[],
    place: string,
  ): Result<MachineDefinition> {
    const written = typeof reference === 'string' ? reference : (reference as { path: string }).path;
    const link = this.#links.find((candidate) => candidate.from === owner && candidate.reference === written);
    const file = required(link, `the file behind ${written}`).to;
    const turn = line.findIndex((ancestor) => ancestor.file === file);
    const cycle = turn < 0 ? [] : line.slice(turn);
    if (cycle.length > 0 && !cycle.some((ancestor) => ancestor.limited)) {
      const names = [...cycle, cycle[0]].map((ancestor) => ancestor?.name).join(' → ');
      const advice = 'give one of them settings.max_steps';
      return fail('machine-cycle', `The machines ${names} call each other without a limit: ${advice}`, place);
    }
    const done = this.#done.get(file);
    return done === undefined ? this.file(file, line) : ok(done);
  }
}

async function digestOf(bundle: MachineBundle): Promise<string> {
  const bytes = canonicalBytes(bundle as unknown as Json);
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return `sha256:${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
