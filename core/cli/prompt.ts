import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks the person at the terminal. Both give null when there is none, or when they gave up with Ctrl-C or Ctrl-D. */
export interface Prompt {
  /** One line of text. */
  line(question: string): Promise<string | null>;
  /** One line that is not shown while it is typed. */
  secret(question: string): Promise<string | null>;
}

/** Questions go to standard error, so that standard output stays what programs read. */
export const terminalPrompt: Prompt = {
  line: (question) => ask(question, process.stderr),
  secret: async (question) => {
    const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = await ask(question, silence);
    process.stderr.write('\n');
    return answer;
  },
};

function ask(question: string, output: NodeJS.WritableStream): Promise<string | null> {
  if (!process.stdin.isTTY) return Promise.resolve(null);
  process.stderr.write(question);
  return new Promise((resolve) => {
    const reader = createInterface({ input: process.stdin, output, terminal: true });
    reader.on('SIGINT', () => reader.close());
    reader.on('line', (line) => {
      resolve(line);
      reader.close();
    });
    reader.on('close', () => resolve(null));
  });
}
