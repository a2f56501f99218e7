import { z } from 'zod';
import { ok } from '../../problem/index.ts';
import { parseResultUri } from '../../stores/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

/** Addresses of results (S3). */
export const resultUri: ConformanceKind = {
  kind: 'result-uri',
  run(raw) {
    const read = readInput(z.object({ uri: z.string() }), raw);
    if (!read.ok) return read;
    const address = parseResultUri(read.value.uri);
    return address.ok ? ok({ execution_id: address.value.executionId, path: address.value.path }) : address;
  },
};
