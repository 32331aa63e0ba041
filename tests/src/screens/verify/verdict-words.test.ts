import { tidyCode, verdictWords } from '#src/screens/verify/verdict-words.ts';
import { expect, test } from 'vitest';

test('only a real form in force is green', () => {
  const verdicts = (['AUTHENTIC', 'ALTERED', 'UNKNOWN'] as const).flatMap((state) =>
    ([null, 'IN_FORCE', 'SUPERSEDED', 'WITHDRAWN', 'VOIDED'] as const).map((status) => ({ state, status })),
  );
  expect(verdicts.filter((verdict) => verdictWords(verdict).tone === 'ok')).toEqual([{ state: 'AUTHENTIC', status: 'IN_FORCE' }]);
});

test('a withdrawn form is called real and withdrawn, never just real', () => {
  expect(verdictWords({ state: 'AUTHENTIC', status: 'WITHDRAWN' })).toMatchObject({
    tone: 'stop',
    title: 'This form is real, but the consent has been withdrawn',
  });
});

test('an altered file stays altered, whatever the original’s standing is', () => {
  expect(verdictWords({ state: 'ALTERED', status: 'IN_FORCE' })).toMatchObject({ tone: 'stop', word: 'ALTERED' });
});

test('a code may be typed with spaces and small letters', () => {
  expect(tidyCode(' ab12 cd34 ')).toBe('AB12CD34');
});
