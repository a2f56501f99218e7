/**
 * Joins standard error to standard output, forbids core dumps and files above 2 GiB, and becomes the command. A command
 * that is not there ends with 127.
 */
const script = 'ulimit -c 0; ulimit -f 4194304; exec "$0" "$@" 2>&1';

/** macOS knows no limit of address space and goes on without. */
const limited = (memoryMiB: number) => `ulimit -v ${memoryMiB * 1024} 2>/dev/null; ${script}`;

/** The command behind the one small shell script that every POSIX provider starts. The words stay words. */
export function launchWords(
  command: readonly [string, ...string[]],
  memoryMiB: number | null,
): readonly [string, ...string[]] {
  return ['/bin/sh', '-c', memoryMiB === null ? script : limited(memoryMiB), ...command];
}
