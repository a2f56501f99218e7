/** A process of its own that looks at an agent's files, so that hostile input cannot take the host down with it. */
import { type InspectionRequest, inspectionRequest } from './protocol.ts';

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const request = inspectionRequest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
process.stdout.write(JSON.stringify(await inspect(request)));

/** Only the check that was asked for is loaded: the parsers take longer to load than the files to look at. */
async function inspect(asked: InspectionRequest): Promise<unknown> {
  switch (asked.check) {
    case 'files':
      return (await import('./required-files.ts')).checkRequiredFiles(asked.workTree, asked.files);
    case 'syntax':
      return (await import('./syntax.ts')).checkSyntax(asked.workTree, asked.files);
    case 'policy':
      return (await import('./dimensions.ts')).checkPolicy(asked.policy);
    case 'dimensions':
      return (await import('./dimensions.ts')).verifyDimensions(asked);
  }
}
