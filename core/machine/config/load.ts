import { canonicalBytes, type Json } from '../../canonical/index.ts';
import { fail, ok, type Result, required } from '../../problem/index.ts';
import type { TemplateEngine } from '../template/render.ts';
import type { MachineBundle, MachineDefinition } from './definition.ts';
import { type ConfigDocument, dataDocument } from './document.ts';
import { type ConfigText, gather, type Link, type LoadPorts, readConfig, type SourceFile } from './gather.ts';
import { Linker } from './link.ts';

/** For machines whose children are all inline. */
export async function readNothing(reference: string): Promise<Result<never>> {
  return fail('reference-unreadable', `The reference ${JSON.stringify(reference)} cannot be read here`);
}

/**
 * Loads a machine from YAML or JSON, with every machine it refers to. Errors carry `file:line:column`:
 * `config-too-large`, `config-syntax`, `config-invalid`, `expression-syntax`, `template-syntax`, `expression-cel` and
 * `template-failed` for a name that there is not, `reference-unreadable`, `machine-cycle`.
 */
export async function loadMachine(source: ConfigText, ports: LoadPorts): Promise<Result<MachineDefinition>> {
  const document = await readConfig(source.name, source.text);
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

async function digestOf(bundle: MachineBundle): Promise<string> {
  const bytes = canonicalBytes(bundle as unknown as Json);
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return `sha256:${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
