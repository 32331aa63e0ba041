import { clashLines, freeLines, myWords, takenLines, theirWords } from '#src/screens/outbox/conflict-words.ts';
import { adviceWords, isEvidence, lossWords, screenOfItem } from '#src/screens/outbox/refusal-words.ts';
import { expect, test } from 'vitest';
import { id, opened, patient, unsent } from './build.ts';

const names = { library: {} };
const when = { now: Date.parse('2026-11-21T16:05:00.000Z'), zone: 'Europe/London' };
const error = (code: string) => ({ status: 409, code, message: 'Refused' });

test('a field that both changed stands side by side; what only one changed is said, and not asked', () => {
  const clash = (field: string, base: unknown, mine: unknown, theirs: unknown) => ({ field, base, mine, theirs });
  const conflict = {
    theirs: patient(),
    mine: { address: '1 Demo Street' },
    clashes: [clash('phoneNumber', '1', '2', null), clash('lastName', 'Demo-A', 'Demo-A', 'Demo-B')],
  };
  const met = {
    ...opened({ call: 'patientUpdate', input: { id: id(1), phoneNumber: '2', address: '1 Demo Street' } }),
    conflict,
  };
  expect(clashLines(met, names)).toEqual([
    { field: 'phoneNumber', label: 'Phone number', before: '1', mine: '2', theirs: 'Empty' },
  ]);
  expect(takenLines(met, names)).toEqual(['Last name: Demo-B']);
  expect(freeLines(met, names)).toEqual(['Address: 1 Demo Street']);
});

test('a move of a state is asked as what somebody wanted to do, not as a word of the wire', () => {
  const moved = (call: 'patientUpdateStatus' | 'consentSend', field: string, input: Record<string, unknown>, theirs: string) => {
    const clashes = [{ field, base: 'ACTIVE', mine: call, theirs }];
    return clashLines({ ...opened({ call, input }), conflict: { theirs: {}, mine: {}, clashes } }, names)[0];
  };
  expect(moved('patientUpdateStatus', 'status', { status: 'DECEASED' }, 'INACTIVE')).toMatchObject({
    label: 'Status',
    before: 'Active',
    mine: 'Deceased',
    theirs: 'Inactive',
  });
  expect(moved('consentSend', 'version', {}, 'DRAFT')?.mine).toMatch(/^Make it ready for signing/);
});

test('two places on a surgery list stand side by side in words', () => {
  const mine = { date: '2026-12-03', theatre: 'Theatre 2', listType: 'THEATRE' };
  const before = { ...mine, date: '2026-12-01', theatre: null };
  const met = (said: unknown, base: unknown, theirs: unknown) => ({
    ...opened({ call: 'recordUpdate', input: { recordID: id(12), listed: said } }),
    conflict: { theirs: { listed: theirs }, mine: {}, clashes: [{ field: 'listed', base, mine: said, theirs }] },
  });
  expect(clashLines(met(mine, before, null), names)).toEqual([
    {
      field: 'listed',
      label: 'Listed for surgery',
      before: '1 December 2026 · Theatre list',
      mine: '3 December 2026 · Theatre 2 · Theatre list',
      theirs: 'Not on a list',
    },
  ]);
  expect(clashLines(met(null, undefined, before), names)[0]).toMatchObject({ before: null, mine: 'Not on a list' });
  expect(clashLines(met(null, null, before), names)[0]?.before).toBe('Not on a list');
  expect(takenLines(met(mine, before, null), names)).toEqual([]);
});

test('who and when are said as far as the server tells them', () => {
  const event = { id: '1', type: 'CONSENT_UPDATED', deviceAt: null, versionId: null, detail: {}, prevHash: '', hash: '' };
  const actor = { kind: 'STAFF', name: 'Demo Clinician', role: 'CLINICIAN' };
  expect(theirWords({ Timeline: [{ ...event, at: '2026-11-21T14:05:00.000Z', actor }] }, when)).toBe('Demo Clinician, 14:05');
  expect(theirWords(patient({ updatedAt: '2026-11-20T14:05:00.000Z' }), when)).toBe('Somebody else, 20 Nov 2026, 14:05');
  expect(theirWords({ listed: null, listedBy: 'Demo Nurse', listedAt: '2026-11-21T14:05:00.000Z' }, when)).toBe(
    'Demo Nurse, 14:05',
  );
  expect(theirWords({ listed: null, listedBy: null, listedAt: null }, when)).toBe('Somebody else');
  expect(theirWords({}, when)).toBe('Somebody else');
  expect(myWords({ capturedAt: '2026-11-21T13:50:00.000Z' }, when)).toBe('You, on this tablet, 13:50');
});

test('a signature under a form that has changed is evidence, and leads to consent again', () => {
  const consent = { consentID: id(11), recordID: id(12) };
  const item = opened({ call: 'recordSign', error: error('SIGNED_CONTENT_MISMATCH'), about: { ...unsent().about, consent } });
  expect(isEvidence(item)).toBe(true);
  expect(adviceWords(item)).toContain('ask for consent again');
  expect(screenOfItem(item)).toEqual({ href: `/consent?id=${id(12)}`, label: 'Open the case' });
  expect(screenOfItem({ ...opened({ call: 'recordUpdate' }), about: unsent().about })?.label).toBe('Open the case');
  expect(isEvidence(opened({ call: 'recordSign', error: error('OPEN_QUESTION') }))).toBe(false);
});

test('what is refused says what may help, and discarding it says what is lost', () => {
  expect(adviceWords(opened({ error: error('FORBIDDEN') }))).toContain('administrator');
  for (const signedBehind of [[], [{ recordID: id(7), role: 'PATIENT' as const }]])
    for (const call of ['patientUpdate', 'recordSign'] as const)
      expect(adviceWords({ ...opened({ call, error: error('REASON_NEEDED') }), signedBehind })).toContain('say why');
  expect(adviceWords(opened({ call: 'consentSend', error: error('INVALID') }))).toContain('complete the form');
  const refusal = { fields: [{ path: 'lastName', message: 'This is not right' }] };
  expect(adviceWords(opened({ error: error('INVALID'), refusal }))).toContain('Correct these fields');
  expect(lossWords(opened({ call: 'recordSign' }))).toBe('The signature is removed for good. Nobody else has it.');
  expect(lossWords(opened({ behind: 2 }))).toContain('2 other items wait behind it');
});
