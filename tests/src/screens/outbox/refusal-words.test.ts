import { FAILURES } from '#domain/base/messages.ts';
import { refusedState } from '#domain/cases/refused-state.ts';
import {
  adviceWords,
  beforeDiscarding,
  lossWords,
  refusalTitle,
  screenOfItem,
  signAgainWords,
  waitingSignatures,
} from '#src/screens/outbox/refusal-words.ts';
import { MISDIRECTED, UNREADABLE } from '#store/db/op.ts';
import { queuedCalls } from '#store/outbox/calls.ts';
import { expect, test } from 'vitest';
import { id, opened } from './build.ts';

const refused = (code: string) => ({ status: 409, code, message: 'Refused' });

test('evidence is exported first: then the case offers to ask for consent again', () => {
  const about = { patient: null, consent: { consentID: id(3), recordID: id(4) }, procedures: [], library: {} };
  const item = opened({ call: 'recordSign', error: refused('SIGNED_CONTENT_MISMATCH'), about });
  expect(adviceWords(item)).toMatch(/Export it for the patient’s record\. Then .* ask for consent again/);
  expect(screenOfItem(item)).toEqual({ href: `/consent?id=${id(4)}`, label: 'Open the case' });
});

/** Every refusal that the server knows, those of the device itself, and one of a build to come. */
const CODES = [...Object.keys(FAILURES), MISDIRECTED, UNREADABLE, '', 'OF_A_LATER_BUILD'];
// The keys of the table are the names of its calls.
const CALLS = Object.keys(queuedCalls) as (keyof typeof queuedCalls)[];

test('every refusal of every queued call has its advice, and none tells to discard a signature', () => {
  for (const call of CALLS)
    for (const code of CODES) {
      const words = adviceWords(opened({ call, error: refused(code) }));
      expect(words, `${call} ${code}`).toMatch(/^[A-Z].*\.$/s);
      if (call === 'recordSign') expect(words, code).not.toMatch(/discard|delete|throw/i);
    }
});

test.each(['ALREADY_SIGNED', 'MOVE_REFUSED'])('a patient who said no is never simply discarded (%s)', (code) => {
  const words = adviceWords(opened({ call: 'recordDecline', error: refused(code) }));
  expect(words).toContain('Talk to them');
  expect(words).toContain('withdraw the consent');
  expect(adviceWords(opened({ call: 'recordSign', error: refused(code) }))).not.toContain('Talk to them');
});

const signature = { method: 'TYPED', typedName: 'Amber Demo-Rowan' };

test('of answers that somebody signed after the form nothing is lost or claimed, whatever the server said', () => {
  for (const code of CODES) {
    const item = opened({ call: 'recordAnswers', error: refused(code), input: { role: 'PATIENT', signature } });
    const words = adviceWords(item);
    expect(words, code).toMatch(/^[A-Z].*\.$/s);
    expect(words, code).not.toMatch(/discard|delete|throw|The form was signed before these answers arrived/i);
    expect(beforeDiscarding(item, false), code).toMatch(/^Please export it first: it is (signed|evidence)\.$/);
    expect(lossWords(item), code).toContain('The signed answers are removed for good');
  }
  for (const code of ['ALREADY_SIGNED', 'MOVE_REFUSED', 'PATIENT_TAKES_NONE', 'SIGNED_CONTENT_MISMATCH']) {
    const words = adviceWords(opened({ call: 'recordAnswers', error: refused(code), input: { signature } }));
    expect(words, code).toMatch(/do not count.*does not want.*Talk with the person.*Export these/s);
  }
  // Those of a form that is being signed go with its signature.
  const unsigned = opened({ call: 'recordAnswers', error: refused('MOVE_REFUSED'), input: { role: 'PATIENT' } });
  expect(adviceWords(unsigned)).toContain('The form was signed before these answers arrived');
  expect(beforeDiscarding(unsigned, false)).toBeUndefined();
});

test('before a patient’s details are put right it is said that a signature under them has to be given again', () => {
  const words = signAgainWords(opened({ signedBehind: [{ recordID: id(7), role: 'PATIENT' }] }));
  expect(words).toContain('the patient must sign again');
  expect(words).toContain('stays here as evidence');
  expect(signAgainWords(opened())).toBeNull();
  expect(signAgainWords(opened({ call: 'consentCreate', signedBehind: [{ recordID: id(7), role: 'PATIENT' }] }))).toBeNull();
});

test('no item with a signature behind it is ever to be discarded, whatever the server said, and it is exported first', () => {
  const signedBehind = [{ recordID: id(7), role: 'PATIENT' as const }];
  for (const call of CALLS)
    for (const code of CODES) {
      const item = opened({ call, error: refused(code), signedBehind, behind: 1 });
      const words = adviceWords(item);
      expect(words, `${call} ${code}`).toMatch(/^[A-Z].*\.$/s);
      expect(words, `${call} ${code}`).not.toMatch(/discard|delete|throw/i);
      expect(beforeDiscarding(item, false)).toContain('export it first');
      expect(beforeDiscarding(item, true)).toBeUndefined();
      expect(lossWords(item)).toContain('A signature is among them');
    }
  expect(beforeDiscarding(opened({ call: 'consentSend', behind: 1 }), false)).toBeUndefined();
});

test('an item names whose signatures wait behind it', () => {
  const behind = (...roles: ('PATIENT' | 'PARENT' | null)[]) =>
    waitingSignatures(opened({ signedBehind: roles.map((role) => ({ recordID: id(7), role })) }));
  expect(behind()).toBeNull();
  expect(behind('PATIENT')).toBe('The signature of the patient waits behind this');
  expect(behind('PATIENT', 'PARENT')).toBe('2 signatures wait behind this: patient and parent');
  expect(behind(null)).toBe('1 signature waits behind this');
});

test('of what was sent later nobody is told to reload a page, whatever it was refused for', () => {
  const states = (['NOTHING_TO_SETTLE', 'NOT_ON_A_LIST', 'PATIENT_STATUS'] as const).map((each) => refusedState(each));
  for (const { message } of [FAILURES.MOVE_REFUSED, FAILURES.PATIENT_TAKES_NONE, FAILURES.VERSION_CONFLICT, ...states])
    expect(refusalTitle(opened({ error: { ...refused('MOVE_REFUSED'), message } }))).not.toMatch(/reload/i);
  expect(refusalTitle(opened({ error: { ...refused(''), message: FAILURES.PATIENT_TAKES_NONE.message } }))).toBe(
    FAILURES.PATIENT_TAKES_NONE.message,
  );
});
