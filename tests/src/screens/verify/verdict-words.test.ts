import { tidyCode, verdictWords } from '#src/screens/verify/verdict-words.ts';
import { expect, test } from 'vitest';

test('only a real form in force is green', () => {
  const verdicts = (['AUTHENTIC', 'ALTERED', 'UNKNOWN'] as const).flatMap((state) =>
    ([null, 'IN_FORCE', 'SUPERSEDED', 'WITHDRAWN', 'VOIDED'] as const).map((status) => ({ state, status })),
  );
  expect(verdicts.filter((verdict) => verdictWords(verdict).tone === 'ok')).toEqual([{ state: 'AUTHENTIC', status: 'IN_FORCE' }]);
});

test('a withdrawn form is called withdrawn first, and real below', () => {
  expect(verdictWords({ state: 'AUTHENTIC', status: 'WITHDRAWN' })).toEqual({
    tone: 'stop',
    word: 'WITHDRAWN',
    title: 'The consent has been withdrawn',
    line: 'The document is real.',
  });
});

test('an altered file stays altered, whatever the original’s standing is', () => {
  expect(verdictWords({ state: 'ALTERED', status: 'IN_FORCE' })).toMatchObject({ tone: 'stop', word: 'ALTERED' });
});

test('a code may be typed with spaces and small letters', () => {
  expect(tidyCode(' ab12 cd34 ')).toBe('AB12CD34');
});
