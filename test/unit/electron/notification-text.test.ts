import { expect, test } from 'vitest';
import { notificationText } from '../../../electron/notification-text.ts';

test('agent text cannot put markup into a Linux notification', () => {
  expect(notificationText('<a href="https://evil.example">Approve</a> & go', 'linux')).toBe(
    '&lt;a href="https://evil.example"&gt;Approve&lt;/a&gt; &amp; go',
  );
  expect(notificationText('<b>x</b>', 'darwin')).toBe('<b>x</b>');
});

test('control and direction characters become single spaces', () => {
  expect(notificationText(' land\r\n\u202Efdp.exe\u0007\t now ', 'darwin')).toBe('land fdp.exe now');
});

test('long text is cut before it is escaped', () => {
  const text = notificationText(`${'x'.repeat(199)}<<<`, 'linux');
  expect(text).toBe(`${'x'.repeat(199)}&lt;`);
});
