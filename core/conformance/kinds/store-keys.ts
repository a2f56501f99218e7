import { z } from 'zod';
import { VirtualTime } from '../../machine/index.ts';
import { ok } from '../../problem/index.ts';
import { createPersistence } from '../../stores/index.ts';
import { onEveryStore } from '../every-store.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({ save: z.array(z.string()), list: z.string() });

/** Which keys are taken and which are listed, on every store (S1). */
export const storeKeys: ConformanceKind = {
  kind: 'store-keys',
  run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return Promise.resolve(read);
    const { save, list } = read.value;
    return onEveryStore(
      () => new VirtualTime(0),
      async (records) => {
        const persistence = createPersistence(records);
        for (const [step, key] of save.entries()) {
          const saved = await persistence.save(key, {
            execution_id: 'case',
            machine_name: 'case',
            spec_version: '0.7.7',
            current_state: 'start',
            context: { key },
            step,
            created_at: '2026-01-01T00:00:00.000Z',
          });
          if (!saved.ok) return saved;
          const loaded = await persistence.load(key);
          if (!loaded.ok) return loaded;
          if (loaded.value?.context.key !== key) throw new Error(`bug: ${key} gives back another snapshot`);
        }
        const keys = await persistence.list(list);
        return keys.ok ? ok({ keys: keys.value }) : keys;
      },
    );
  },
};
