import { fail, ok, type Result, required } from '../../problem/index.ts';
import type { TemplateEngine } from '../template/render.ts';
import { compileMachine } from './compile.ts';
import type { MachineBundle, MachineDefinition } from './definition.ts';
import { type ConfigDocument, partOf } from './document.ts';
import { inlineMachine, type Link, type SourceFile } from './gather.ts';
import type { MachineReference, MachineSource } from './schema.ts';

interface Ancestor {
  readonly file: number | null;
  readonly name: string;
  /** Whether it sets its own step limit. */
  readonly limited: boolean;
}

/** Compiles the gathered files and ties them to each other. */
export class Linker {
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

  /**
   * The machine of a file with all that it refers to. `ancestors` are the machines that lead here. Errors:
   * `machine-cycle` where none of a cycle sets `max_steps`, and those of compiling.
   */
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
