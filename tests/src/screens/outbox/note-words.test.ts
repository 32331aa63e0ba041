import { noteWords } from '#src/screens/outbox/note-words.ts';
import { expect, test } from 'vitest';

const at = '2026-11-21T14:05:00.000Z';
const phone = { field: 'phoneNumber', base: '01632 960001', mine: '01632 960002', theirs: '01632 960003' };
const chosen = (clash: typeof phone, kept: 'mine' | 'theirs') =>
  noteWords({ kind: 'chosen', at, clashes: [{ ...clash, kept }] }).lines;

test('a merge names the fields that two people wrote, and no bookkeeping', () => {
  const { title, lines } = noteWords({ kind: 'merged', at, fields: ['phoneNumber', 'emailAddress', 'templateID'] });
  expect(title).toBe('The changes of two people were merged');
  expect(lines).toEqual(['Phone number', 'Email']);
});

test('a choice says what stays and what was not kept, whoever lost', () => {
  expect(chosen(phone, 'mine')).toEqual(['Phone number: 01632 960002 (yours) stays. Not kept: 01632 960003']);
  expect(chosen(phone, 'theirs')).toEqual(['Phone number: 01632 960003 stays. Not kept: 01632 960002 (yours)']);
  expect(chosen({ ...phone, mine: '' }, 'theirs')).toEqual(['Phone number: 01632 960003 stays. Not kept: Empty (yours)']);
});

test('a choice about a step says whether it was taken, not how the call is named', () => {
  const step = { field: 'status', base: 'ACTIVE', mine: 'patientUpdateStatus', theirs: 'INACTIVE' };
  expect(chosen(step, 'mine')).toEqual(['Status: your step was used']);
  expect(chosen(step, 'theirs')).toEqual(['Status: your step was not used']);
});
