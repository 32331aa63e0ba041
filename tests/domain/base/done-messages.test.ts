import { expect, test } from 'vitest';
import { DONE, sentAgainWords } from '#domain/base/done-messages.ts';

test.each([
  [[], DONE.SIGNING_RESUMED],
  [['Ada Demo-Oak'], 'Sent again to Ada Demo-Oak'],
  [['Ada Demo-Oak', 'Ben Demo-Father'], 'Sent again to Ada Demo-Oak and Ben Demo-Father'],
  [['Ada', 'Ben', 'Cara'], 'Sent again to Ada, Ben and Cara'],
])('a form that is sent once more names everybody who gets a link: %j', (names, words) => {
  expect(sentAgainWords(names)).toBe(words);
});
