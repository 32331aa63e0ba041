import { foundNow, needsFonts } from '#src/ui/print-note.ts';
import { expect, test } from 'vitest';

test('the note stays while the next key is looked up, and goes at once with the letters', () => {
  const last = { text: '["𠮷"]', found: 'No font has 𠮷' };
  expect(foundNow('["𠮷"]', last, null)).toBe(last.found);
  expect(foundNow('["𠮷a"]', last, null)).toBe(last.found);
  expect(foundNow('["a"]', last, null)).toBeNull();
  expect(foundNow('["Łukasz"]', { text: '', found: null }, null)).toBeNull();
  expect([needsFonts('["Łukasz O’Neil – 2"]'), needsFonts('["𠮷"]'), needsFonts('["ﷺ"]')]).toEqual([false, true, true]);
});
