import { describe, expect, test } from 'vitest';
import { checkSender, type SenderFrame } from '../../../electron/sender.ts';

function frame(changes: Partial<SenderFrame> = {}): SenderFrame {
  return { url: 'app://console/index.html', origin: 'app://console', parent: null, ...changes };
}

describe('checkSender', () => {
  test('takes the top frame of our window showing the console', () => {
    const top = frame();
    expect(checkSender(top, top)).toEqual({ ok: true, value: top });
  });

  test('refuses a frame that is gone', () => {
    expect(checkSender(null, frame())).toMatchObject({ ok: false, problem: { code: 'sender-refused' } });
  });

  test('refuses a window that is not ours', () => {
    expect(checkSender(frame(), null).ok).toBe(false);
  });

  test('refuses a sub-frame, even one that shows the console', () => {
    const top = frame();
    const child = frame({ parent: top as never });
    expect(checkSender(child, top).ok).toBe(false);
    expect(checkSender(child, child).ok).toBe(false);
  });

  test('refuses another top frame than the one of the window', () => {
    expect(checkSender(frame(), frame()).ok).toBe(false);
  });

  test.each([
    { url: 'https://evil.example/', origin: 'https://evil.example' },
    { url: 'app://other/index.html', origin: 'app://other' },
    { url: 'https://evil.example/?app://console/', origin: 'app://console' },
    { url: 'app://console/index.html', origin: 'null' },
    { url: 'about:blank', origin: 'app://console' },
  ])('refuses the document $url with origin $origin', (changes) => {
    const top = frame(changes);
    expect(checkSender(top, top).ok).toBe(false);
  });
});
