/**
 * Joins standard error to standard output, forbids core dumps and files above 2 GiB, and becomes the command. A command
 * that is not there ends with 127.
 */
const script = 'ulimit -c 0; ulimit -f 4194304; exec "$0" "$@" 2>&1';

/** The command behind the one small shell script that every POSIX provider starts. The words stay words. */
export function launchWords(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return ['/bin/sh', '-c', script, ...command];
}
