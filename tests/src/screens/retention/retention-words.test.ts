import { expect, test } from 'vitest';
import { kindWords, proposalState } from '#src/screens/retention/retention-words.ts';

test('a certificate counts one of a kind as one, and what has no name together', () => {
  const counts = [
    { kind: 'patients', count: 1 },
    { kind: 'consents', count: 1 },
    { kind: 'cases', count: 2 },
  ];
  expect(kindWords(counts)).toBe('1 patient record, 1 version of a form, 2 cases');
  expect(kindWords([{ kind: 'pads', count: 1 }])).toBe('1 other row');
  expect(kindWords([...counts.slice(0, 1), { kind: 'pads', count: 4 }, { kind: 'links', count: 5 }])).toBe(
    '1 patient record, 9 other rows',
  );
});

test('an approved deletion is no one’s to approve, and says that it comes', () => {
  for (const isConfirmedByMe of [true, false])
    expect(proposalState({ state: 'APPROVED', isConfirmedByMe }).words).toBe('Will be deleted');
  expect(proposalState({ state: 'CONFIRMED', isConfirmedByMe: false }).words).toBe('Waits for approval');
});
