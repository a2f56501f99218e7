import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { guard } from '../../double/guard.ts';

class Thing extends EventEmitter {
  static made = 0;
  readonly #secret = 42;
  label = 'thing';

  constructor() {
    super();
    Thing.made += 1;
  }

  reveal(): number {
    return this.#secret;
  }
}

describe('guard', () => {
  test('names an unknown member that is read or written', () => {
    const thing = guard('app', new Thing()) as Thing & { moveToApplicationsFolder?: unknown };
    expect(() => thing.moveToApplicationsFolder).toThrow('The Electron double has no app.moveToApplicationsFolder');
    expect(() => {
      thing.moveToApplicationsFolder = 1;
    }).toThrow('no app.moveToApplicationsFolder');
  });

  test('lets known members through, private state included', () => {
    const thing = guard('app', new Thing());
    expect(thing.reveal()).toBe(42);
    thing.label = 'renamed';
    expect(thing.label).toBe('renamed');
  });

  test('a replaced method is the one that is called, inside too', () => {
    const thing = guard('app', new Thing());
    const heard: string[] = [];
    thing.emit = ((name: string) => heard.push(name) > 0) as typeof thing.emit;
    thing.emit('ready');
    expect(heard).toEqual(['ready']);
  });

  test('can be awaited and printed', async () => {
    const thing = guard('app', new Thing());
    expect(await thing).toBe(thing);
    expect(JSON.stringify(thing)).toContain('"label":"thing"');
  });

  test('is the same object each time, and chained calls stay guarded', () => {
    const thing = new Thing();
    expect(guard('app', thing)).toBe(guard('app', thing));
    expect(guard('app', thing).on('x', () => undefined)).toBe(guard('app', thing));
  });

  test('guards a class: its statics and what it makes', () => {
    const Guarded = guard('Thing', Thing) as typeof Thing & { unknownStatic?: unknown };
    const before = Guarded.made;
    const made = new Guarded() as Thing & { nothing?: unknown };
    expect(Guarded.made).toBe(before + 1);
    expect(made).toBeInstanceOf(Thing);
    expect(() => made.nothing).toThrow('no Thing.nothing');
    expect(() => Guarded.unknownStatic).toThrow('no Thing.unknownStatic');
  });
});
