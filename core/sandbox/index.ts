/**
 * Programs that are not trusted: started without a shell, bounded in time and output, inside a sandbox where one works.
 */

export { chooseSandbox, type SandboxChoice, sandboxChoices } from './choose.ts';
export { joinWords, splitCommand } from './command-words.ts';
export { ownNode } from './own-node.ts';
export {
  commandNotFound,
  type SandboxedEnding,
  type SandboxedResult,
  type SandboxedRun,
  type SandboxProvider,
} from './port.ts';
export { type CapturedOutput, captureOutput, outputText } from './process/captured-output.ts';
export { type ProcessResult, type ProcessRun, runProcess } from './process/run-process.ts';
export { unsandboxed } from './unsandboxed.ts';
