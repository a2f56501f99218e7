import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { isUnder } from './keys.ts';
import { failedCondition, inCodeUnitOrder, type RecordChange, type RecordStore, type RecordWrite } from './records.ts';

/** A commit that lost the race for its number is decided again this often. */
const maxRaces = 10_000;
/** Files that a process left half-made are taken away after this many milliseconds. */
const abandonedAfter = 3_600_000;
/** Commits whose values are kept in memory. */
const recentCommits = 64;

/**
 * Records in a folder of plain files. Each commit is one file with the next number, made under another name, synced,
 * and then linked to its number, which fails when another process took it first. So a commit is there as a whole or
 * not at all, nobody waits for a process that stands still, and there is no lock to break. Errors: `store-disk`,
 * `store-damaged`.
 */
export async function openFileRecords(folder: string): Promise<Result<RecordStore>> {
  return onDisk(folder, async () => {
    await mkdir(folder, { recursive: true });
    await removeAbandoned(folder);
    const store = new FileRecords(folder);
    const caughtUp = await store.catchUp();
    return caughtUp.ok ? ok(store) : caughtUp;
  });
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('new-')) continue;
    const path = join(folder, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > abandonedAfter) await rm(path, { force: true });
  }
}

class FileRecords implements RecordStore {
  readonly #folder: string;
  /** In which commit the newest value of each record is. */
  readonly #where = new Map<string, number>();
  readonly #recent = new Map<number, readonly RecordWrite[]>();
  #last = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes in what was committed since, here or in another process. */
  async catchUp(): Promise<Result<void>> {
    for (;;) {
      const number = this.#last + 1;
      const writes = await this.#writesOf(number);
      if (!writes.ok) return writes;
      if (writes.value === null) return ok(undefined);
      if (number === this.#last + 1) this.#take(number, writes.value);
    }
  }

  read(key: string): Promise<Result<Json | null>> {
    return onDisk(this.#folder, async () => {
      const caughtUp = await this.catchUp();
      return caughtUp.ok ? this.#value(key) : caughtUp;
    });
  }

  list(prefix: string): Promise<Result<readonly string[]>> {
    return onDisk(this.#folder, async () => {
      const caughtUp = await this.catchUp();
      if (!caughtUp.ok) return caughtUp;
      return ok([...this.#where.keys()].filter((key) => isUnder(key, prefix)).sort(inCodeUnitOrder));
    });
  }

  async last(prefix: string): Promise<Result<string | null>> {
    const keys = await this.list(prefix);
    return keys.ok ? ok(keys.value.at(-1) ?? null) : keys;
  }

  commit(change: RecordChange): Promise<Result<void>> {
    return onDisk(this.#folder, async () => {
      for (let race = 0; race < maxRaces; race += 1) {
        const caughtUp = await this.catchUp();
        if (!caughtUp.ok) return caughtUp;
        // What is decided now holds only if nobody commits under this number before.
        const number = this.#last + 1;
        const values = new Map<string, Json | null>();
        for (const { key } of change.conditions) {
          const value = await this.#value(key);
          if (!value.ok) return value;
          values.set(key, value.value);
        }
        const failed = failedCondition(change.conditions, (key) => values.get(key) ?? null);
        if (failed !== null) return failed;
        if (await this.#link(number, change.writes)) return ok(undefined);
      }
      return fail('store-contended', 'Too many others write to this folder', this.#folder);
    });
  }

  async #value(key: string): Promise<Result<Json | null>> {
    const number = this.#where.get(key);
    if (number === undefined) return ok(null);
    const writes = await this.#writesOf(number);
    if (!writes.ok) return writes;
    return ok(writes.value?.find((write) => write.key === key)?.value ?? null);
  }

  #take(number: number, writes: readonly RecordWrite[]): void {
    for (const { key, value } of writes) {
      if (value === null) this.#where.delete(key);
      else this.#where.set(key, number);
    }
    this.#recent.set(number, writes);
    this.#recent.delete(number - recentCommits);
    this.#last = number;
  }

  #path(number: number): string {
    return join(this.#folder, `${String(number).padStart(12, '0')}.json`);
  }

  /** Null when there is no commit of this number yet. */
  async #writesOf(number: number): Promise<Result<readonly RecordWrite[] | null>> {
    const recent = this.#recent.get(number);
    if (recent !== undefined) return ok(recent);
    const path = this.#path(number);
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code === 'ENOENT') return ok(null);
      throw thrown;
    }
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (end < 0 || text.slice(0, end) !== checksum(body)) {
      return fail('store-damaged', 'This commit was altered after it was made: restore it from a copy', path);
    }
    return ok(JSON.parse(body) as readonly RecordWrite[]);
  }

  /** Whether the number was free. */
  async #link(number: number, writes: readonly RecordWrite[]): Promise<boolean> {
    const body = JSON.stringify(writes.map(({ key, value }) => ({ key, value })));
    const temporary = join(this.#folder, `new-${randomUUID()}`);
    try {
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(`${checksum(body)}\n${body}`);
        await file.sync();
      } finally {
        await file.close();
      }
      await link(temporary, this.#path(number));
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code === 'EEXIST') return false;
      throw thrown;
    } finally {
      await rm(temporary, { force: true });
    }
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return true;
  }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the file system refuses is a problem; anything else is a bug. */
async function onDisk<T>(folder: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    const { code } = thrown as { code?: unknown };
    if (typeof code !== 'string') throw thrown;
    return fail('store-disk', `The folder of the store cannot be used (${code})`, folder);
  }
}
