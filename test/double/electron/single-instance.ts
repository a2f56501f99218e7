import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly data: unknown;
}

/**
 * One process per user data folder, as with Electron: the first takes a lock file, a later one leaves a message there
 * and is told so at once. A lock whose process is gone is taken over.
 */
export class SingleInstance {
  readonly #folder: string;
  readonly #onSecond: (second: SecondInstance) => void;
  #held = false;

  constructor(userDataFolder: string, onSecond: (second: SecondInstance) => void) {
    this.#folder = join(userDataFolder, 'SingletonMessages');
    this.#onSecond = onSecond;
  }

  get held(): boolean {
    return this.#held;
  }

  /** Takes the lock; false where a living process holds it, which is then told the arguments and `data`. */
  request(data: unknown): boolean {
    if (this.#held) return true;
    mkdirSync(this.#folder, { recursive: true });
    const owner = this.#owner();
    if (owner !== null && isAlive(owner)) {
      this.#tell({ argv: process.argv, workingDirectory: process.cwd(), data: data ?? null });
      return false;
    }
    writeFileSync(this.#lockFile, String(process.pid));
    this.#held = true;
    watch(this.#folder, { persistent: false }, () => this.#read());
    process.on('exit', () => this.release());
    return true;
  }

  /** Gives the lock up, if it is this process's. */
  release(): void {
    if (this.#held && this.#owner() === process.pid) rmSync(this.#lockFile, { force: true });
    this.#held = false;
  }

  get #lockFile(): string {
    return join(this.#folder, '..', 'SingletonLock');
  }

  #owner(): number | null {
    return existsSync(this.#lockFile) ? Number(readFileSync(this.#lockFile, 'utf8')) : null;
  }

  #tell(message: SecondInstance): void {
    const file = join(this.#folder, `${process.pid}-${Date.now()}`);
    writeFileSync(file, JSON.stringify(message));
    renameSync(file, `${file}.json`);
  }

  #read(): void {
    if (!this.#held) return;
    for (const name of readdirSync(this.#folder).filter((one) => one.endsWith('.json'))) {
      const file = join(this.#folder, name);
      const message = JSON.parse(readFileSync(file, 'utf8')) as SecondInstance;
      rmSync(file);
      this.#onSecond(message);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
