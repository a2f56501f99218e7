import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

export interface CommandOutcome {
  readonly code: number;
  readonly output: string;
}

export interface CommandOptions {
  readonly quiet?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program in the project root. `quiet` keeps its output instead of passing it on. Never throws. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: projectRoot,
      env: { ...process.env, ...options.environment },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** Runs a tool of node_modules by its script, under this Node. */
export function runTool(script: string, args: readonly string[], options: CommandOptions = {}) {
  return runCommand(process.execPath, [`node_modules/${script}`, ...args], options);
}
