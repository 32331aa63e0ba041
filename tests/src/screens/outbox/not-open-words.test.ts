import { notOpenWords } from '#src/screens/outbox/not-open-words.ts';
import { expect, test } from 'vitest';

test('until the work on this tablet is open, nobody is told that nothing waits or that it was sent', () => {
  expect(notOpenWords('opening', 0)).toMatchObject({ title: 'Opening what is saved on this tablet…', isSealed: false });
  expect(notOpenWords('opening', 0)?.words).toMatch(/^The server is asked/);
  expect(notOpenWords('opening', 1)?.words).toMatch(/^1 item waits here to be sent\. /);
  expect(notOpenWords('opening', 3)?.words).toMatch(/^3 items wait here to be sent\. /);
});

test('work that does not open is not called sent', () => {
  expect(notOpenWords('failed', 2)).toMatchObject({ title: '2 items on this tablet do not open', isSealed: true });
  expect(notOpenWords('failed', 1)?.title).toBe('1 item on this tablet does not open');
});

test('where nothing of a person is kept there is nothing to say', () => {
  expect(notOpenWords(null, 0)).toBeNull();
  expect(notOpenWords('failed', 0)).toBeNull();
});
