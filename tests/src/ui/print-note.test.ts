import { needsFonts, noteNow } from '#src/ui/print-note.ts';
import { expect, test } from 'vitest';

test('the note stays while the next key is looked up, and goes at once with the letters', () => {
  const last = { text: '["𠮷"]', note: 'No font has 𠮷' };
  expect(noteNow('["𠮷"]', last)).toBe(last.note);
  expect(noteNow('["𠮷a"]', last)).toBe(last.note);
  expect(noteNow('["a"]', last)).toBeNull();
  expect(noteNow('["Łukasz"]', { text: '', note: null })).toBeNull();
  expect([needsFonts('["Łukasz O’Neil – 2"]'), needsFonts('["𠮷"]'), needsFonts('["ﷺ"]')]).toEqual([false, true, true]);
});
