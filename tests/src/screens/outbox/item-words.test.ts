import { calls } from '#contract/calls.ts';
import {
  ageWords,
  groupsOf,
  isOld,
  momentWords,
  needsYouWords,
  sentWords,
  stateWords,
  whatWords,
  whoseWords,
} from '#src/screens/outbox/item-words.ts';
import { needsPerson } from '#src/queries/client/outbox.ts';
import { lossWords } from '#src/screens/outbox/refusal-words.ts';
import { queuedCalls } from '#store/outbox/calls.ts';
import { expect, test } from 'vitest';
import { id, opened, patient, unsent } from './build.ts';

const NOW = Date.parse('2026-11-21T16:05:00.000Z');
const zone = 'Europe/London';

test('every item is named in the words of the ward', () => {
  const named = (call: Parameters<typeof whatWords>[0]['call'], input: Record<string, unknown> = {}) =>
    whatWords(
      unsent({ call, input, about: { procedures: [{ procedureName: 'Cataract surgery', side: 'RIGHT', site: 'eye' }] } }),
    );
  expect(named('patientCreate')).toBe('New patient');
  expect(named('patientUpdate', { id: id(1), version: 2, phoneNumber: '1', address: 'x' })).toBe(
    'Changed details: Phone number, Address',
  );
  expect(named('patientUpdateStatus', { status: 'DECEASED' })).toBe('Changed status: Deceased');
  expect(named('consentUpdate')).toBe('Draft consent: Cataract surgery');
  expect(named('consentSend')).toBe('Consent made ready for signing');
  expect(named('consentSendToSign', { role: 'PARENT' })).toBe('Tablet handed to the parent');
  expect(named('recordSign', { role: 'PATIENT' })).toBe('Signature of the patient');
  expect(named('recordAnswers', { role: 'PATIENT' })).toBe('Answers of the patient');
  expect(named('recordAnswers', { role: 'PATIENT', signature: {} })).toBe('Answers of the patient, signed after the form');
  expect(named('recordDecline', { role: 'PATIENT' })).toBe('The patient does not agree');
  expect(named('recordWithdraw')).toBe('Consent withdrawn');
  const listed = { date: '2026-12-03', theatre: null, listType: 'THEATRE' };
  expect(named('recordUpdate', { recordID: id(12), listed })).toBe('Listed for surgery: 3 December 2026');
  expect(named('recordUpdate', { recordID: id(12), listed: null })).toBe('Taken off the surgery list');
  expect(named('recordUpdate', { recordID: id(12), clinicianID: id(13) })).toBe('Another clinician operates');
  expect(named('recordConfirm')).toBe('Confirmed on the day');
  expect(named('recordNotConfirmed')).toBe('Not confirmed on the day');
});

test('an item whose content cannot be read still has a name, whatever it is', () => {
  for (const call of Object.keys(queuedCalls) as (keyof typeof queuedCalls)[]) {
    const words = whatWords(unsent({ call, input: null }));
    expect(words, call).toMatch(/^[A-Z][^_{}]+$/);
    expect(words, call).not.toMatch(/undefined|null/);
    expect(lossWords(opened({ call })), call).toMatch(/\.$/);
    expect(calls[call].offline).toBe('queue');
  }
});

test('whose it is stands as on every bar; a patient who is not here is not guessed', () => {
  expect(whoseWords(patient())).toBe('DEMO-ROWAN, Amber');
  expect(whoseWords(null)).toBe('A patient who is not on this tablet');
});

test('a state never says more than is true: what is under way still waits', () => {
  expect(stateWords('queued').words).toBe('Waiting to send');
  expect(stateWords('sent').words).toBe('Waiting to send');
  expect(stateWords('blocked').words).toBe('Waiting for the one above');
  expect(stateWords('review')).toEqual({ tone: 'stop', words: 'Needs you' });
  expect(stateWords('conflict')).toEqual({ tone: 'stop', words: 'Needs you' });
  const states = ['queued', 'sent', 'blocked', 'review', 'conflict'] as const;
  expect(states.filter((state) => needsPerson({ state }))).toEqual(['review', 'conflict']);
});

test('the age is told in whole minutes, hours and days, and from a day on it is warned of', () => {
  const after = (ms: number) => ageWords(new Date(NOW - ms).toISOString(), NOW);
  const hour = 3_600_000;
  expect(after(0)).toBe('just now');
  expect(after(-5000)).toBe('just now');
  expect(after(60_000)).toBe('1 minute ago');
  expect(after(hour)).toBe('1 hour ago');
  expect(after(26 * hour)).toBe('26 hours ago');
  expect(after(48 * hour)).toBe('2 days ago');
  expect(isOld(new Date(NOW - 24 * hour + 1).toISOString(), NOW)).toBe(false);
  expect(isOld(new Date(NOW - 24 * hour).toISOString(), NOW)).toBe(true);
});

test('a moment of today is a time, one of another day has its date, both by the ward’s clock', () => {
  const summer = { now: Date.parse('2026-08-06T22:30:00.000Z'), zone };
  expect(momentWords(Date.parse('2026-11-21T14:05:00.000Z'), { now: NOW, zone })).toBe('14:05');
  expect(momentWords(Date.parse('2026-11-20T14:05:00.000Z'), { now: NOW, zone })).toBe('20 Nov 2026, 14:05');
  // In London the next day has already begun.
  expect(momentWords(Date.parse('2026-08-06T22:05:00.000Z'), summer)).toBe('23:05');
  expect(sentWords({ ackedAt: Date.parse('2026-11-21T14:05:00.000Z') }, { now: NOW, zone })).toBe('Sent 14:05');
});

test('items stand by patient, the oldest patient first, each in the order in which it was made', () => {
  const other = patient({ id: id(5), lastName: 'Demo-Other' });
  const items = [
    unsent({ opId: id(11) }),
    unsent({ opId: id(12), about: { patient: other } }),
    unsent({ opId: id(13) }),
    unsent({ opId: id(14), about: { patient: null } }),
  ];
  expect(groupsOf(items).map(({ patient: whose, items: own }) => [whose?.lastName, own.map(({ opId }) => opId)])).toEqual([
    ['Demo-Rowan', [id(11), id(13)]],
    ['Demo-Other', [id(12)]],
    [undefined, [id(14)]],
  ]);
});

test('what waits for a person says why: refused, answered about something else, or unreadable', () => {
  const item = (code: string) => ({ error: { status: 0, code, message: '' } });
  expect(needsYouWords([item('INVALID')])).toBe(
    'The server did not accept it. Nothing is lost. Open it and decide what to do with it.',
  );
  expect(needsYouWords([item('UNREADABLE')])).toBe(
    '1 item cannot be read any more on this tablet, and cannot be sent. Open it and decide what to do with it.',
  );
  expect(needsYouWords([item('INVALID'), item('MISDIRECTED'), item('UNREADABLE'), item('UNREADABLE')])).toBe(
    'The server did not accept 1 item. Nothing is lost. For 1 item the server answered about something else again and again. Nothing is lost. 2 items cannot be read any more on this tablet, and cannot be sent. Open each one and decide what to do with it.',
  );
});
