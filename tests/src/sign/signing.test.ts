import { expect, test } from 'vitest';
import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import { classifyError } from '#src/sign/api.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { attemptOf, rememberAttempts } from '#src/session/idempotency-key.ts';
import { englishForm } from '#src/sign/texts/form-texts.ts';
import { nameQuestion, signatureFieldsOf, signProblems } from '#src/sign/signature-body.ts';
import { entryModeOf } from '#src/sign/entry-mode.ts';
import { SIGNING_METHODS } from '#src/sign/form-input.ts';
import { aForm } from './form.ts';

const DIGEST = '1'.repeat(64);
const line = Array.from({ length: 12 }, (_, at) => ({ x: at / 20, y: 0.5, t: at * 16 }));
const dot = [{ x: 0.5, y: 0.5, t: 0 }];
type Entered = Parameters<typeof signProblems>[0];
const nothing: Entered = { method: 'DRAWN', strokes: [], typedName: '', witnessName: '', witnessRole: '' };
const messages = (entered: Entered) =>
  signProblems(entered, englishForm.sign, aForm()).map(({ field, message }) => `${field}: ${message}`);

test('a blank pad and a dot are told apart, and both are refused', () => {
  expect(messages(nothing)).toEqual(['strokes: Please sign in the box']);
  expect(messages({ ...nothing, strokes: [dot] })).toEqual([
    'strokes: There is too little in the box. Please sign with a longer line',
  ]);
  expect(messages({ ...nothing, strokes: [line] })).toEqual([]);
});

test('a mark may be a dot, but somebody must have seen it', () => {
  const mark = { ...nothing, method: 'MARK_WITNESSED' as const, strokes: [dot] };
  expect(messages(mark)).toEqual([
    'witness.name: Write the name of your witness',
    'witness.role: Write who your witness is, for example: nurse, daughter',
  ]);
  expect(messages({ ...mark, witnessName: 'Demo Nurse', witnessRole: 'nurse' })).toEqual([]);
});

test('a name that shows nothing is no name', () => {
  for (const typedName of ['  ', '\u200b', '\u2060', '\u3164', '\u00ad', '\ufe0f', '\u200f', '\u2800\u115f'])
    expect(messages({ ...nothing, method: 'TYPED', typedName })).toEqual(['typedName: Write your name']);
  expect(messages({ ...nothing, method: 'TYPED', typedName: 'x' })).toEqual([]);
});

test('only what belongs to the chosen way of signing is sent', () => {
  const entered = { strokes: [line], typedName: 'Amber Demo-Rowan', witnessName: 'Demo Nurse', witnessRole: 'nurse' };
  const sent = Object.fromEntries(
    SIGNING_METHODS.map((way) => [way, Object.keys(signatureFieldsOf(aForm(), DIGEST, { ...entered, method: way }))]),
  );
  const always = ['consentID', 'role', 'name', 'method', 'statement', 'contentDigest'];
  expect(sent).toEqual({
    DRAWN: [...always, 'strokes'],
    TYPED: [...always, 'typedName'],
    MARK_WITNESSED: [...always, 'strokes', 'witness'],
    VERBAL_WITNESSED: [...always, 'witness'],
  });
});

test('the name is the recipient’s, or as it was typed', () => {
  const entered = { ...nothing, typedName: 'Amber R.' };
  expect(signatureFieldsOf(aForm(), DIGEST, entered).name).toBe('Amber Demo-Rowan');
  expect(signatureFieldsOf(aForm(), DIGEST, { ...entered, method: 'TYPED' }).name).toBe('Amber R.');
});

test.each(SIGNER_ROLES)('a typed name that is not the form’s is asked about once, and sent as confirmed: %s', (role) => {
  const before = aForm();
  const details = { ...before, role, recipients: before.recipients.map((signer) => ({ ...signer, role })) };
  const ask = (typedName: string, asked?: string, method: Entered['method'] = 'TYPED') =>
    nameQuestion({ ...nothing, method, typedName }, englishForm.sign, { details, shownQuestion: asked });
  for (const unlike of ['x', 'Someone Else', 'Amber Demo-Beech', '-']) {
    const message = `You typed ${unlike}. This form is for Amber Demo-Rowan. Is this how you sign? Then press the button again.`;
    expect(ask(unlike)).toEqual([{ field: 'typedName', message }]);
    expect(ask(unlike, message)).toEqual([]);
    expect(ask(`${unlike}y`, message)).toHaveLength(1);
    expect(ask(unlike, undefined, 'DRAWN')).toEqual([]);
    const body = signatureFieldsOf(details, DIGEST, { ...nothing, method: 'TYPED', typedName: unlike });
    expect(body).toMatchObject({ typedName: unlike, nameConfirmed: true });
  }
  for (const same of ['Amber Demo-Rowan', 'DEMO ROWAN, amber', 'Dr Amber Demorowan', ' Amber  Demo–Rowan\u200b']) {
    expect(ask(same)).toEqual([]);
    expect(signatureFieldsOf(details, DIGEST, { ...nothing, method: 'TYPED', typedName: same })).not.toHaveProperty(
      'nameConfirmed',
    );
  }
});

test.each(['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const)('a witness who types another name is asked once: %s', (method) => {
  const witnessed: Entered = { ...nothing, method, strokes: [dot], witnessName: 'Demo Nurse', witnessRole: 'nurse' };
  const signed = (witnessTyped: string, witnessBy: Entered['witnessBy'] = 'TYPED'): Entered => ({
    ...witnessed,
    witnessBy,
    witnessTyped,
  });
  const ask = (entered: Entered, asked?: string) =>
    nameQuestion(entered, englishForm.sign, { details: aForm(), shownQuestion: asked });
  const message = 'The witness typed x, but is named Demo Nurse. Does the witness sign so? Then press the button again.';
  expect(ask(signed('x'))).toEqual([{ field: 'witness.typedName', message }]);
  expect(ask(signed('x'), message)).toEqual([]);
  expect(ask({ ...signed('x'), witnessName: 'Demo Sister' }, message)).toHaveLength(1);
  expect(signatureFieldsOf(aForm(), DIGEST, signed('x')).witness).toMatchObject({ typedName: 'x', nameConfirmed: true });
  // Left out where nobody had to be asked: a server of the build before does not know the field.
  for (const entered of [signed('NURSE, demo'), signed('x', 'DRAWN'), signed('x', 'LATER'), witnessed]) {
    expect(ask(entered)).toEqual([]);
    expect(signatureFieldsOf(aForm(), DIGEST, entered).witness).not.toHaveProperty('nameConfirmed');
  }
});

test('a repeat is the same attempt, whole; another signature is a new one', () => {
  let keys = 0;
  const attempt = (last: Parameters<typeof attemptOf>[0]['last'], fields: { typedName: string }, at: string) =>
    attemptOf({ last, fields, complete: (given) => ({ ...given, capturedAt: at }), newKey: () => `key ${(keys += 1)}` });
  const first = attempt(null, { typedName: 'Amber' }, '14:05');
  expect(attempt(first, { typedName: 'Amber' }, '14:06')).toBe(first);
  expect(attempt(first, { typedName: 'Ambre' }, '14:07')).toEqual({
    fingerprint: '{"typedName":"Ambre"}',
    key: 'key 2',
    body: { typedName: 'Ambre', capturedAt: '14:07' },
  });
});

test('what is said again after another page is the same attempt; another call with the same words is not', () => {
  let keys = 0;
  const attemptFor = rememberAttempts(() => `key ${(keys += 1)}`);
  const fields = { consentID: 'one', comments: 'A week' };
  const first = attemptFor('recordLater', fields, () => fields);
  expect(attemptFor('recordDecline', fields, () => fields).key).not.toBe(first.key);
  expect(attemptFor('recordLater', { ...fields }, () => fields)).toBe(first);
  expect(attemptFor('recordLater', { ...fields, comments: 'A month' }, () => fields).key).not.toBe(first.key);
});

const refused = (status: number, error: string) => new CallFailed(status, { message: 'The server’s own words', error });

test('each way to fail leads somewhere', () => {
  expect(classifyError(new Unreachable('no answer'))).toEqual({ kind: 'silence' });
  expect(classifyError(refused(401, 'TICKET_ENDED'))).toMatchObject({ kind: 'halt', why: 'ended' });
  expect(classifyError(refused(409, 'SIGNED_CONTENT_MISMATCH'))).toMatchObject({ kind: 'halt', why: 'changed' });
  expect(classifyError(refused(409, 'ALREADY_SIGNED'))).toEqual({ kind: 'reload' });
  expect(classifyError(refused(429, 'SLOW_DOWN'))).toEqual({
    kind: 'problems',
    problems: [{ message: 'The server’s own words', isEnglish: true }],
  });
  expect(classifyError(new NotSent([{ path: 'text', message: 'Enter the question' }]))).toEqual({
    kind: 'problems',
    problems: [{ field: 'text', message: 'Enter the question', isEnglish: true }],
  });
});

test('a fault of the page itself is never read as a missing network', () => {
  expect(() => classifyError(new TypeError('a mistake'))).toThrow('a mistake');
});

test('a handed-over device shows the form in its own tab alone', () => {
  const path = '/consent/handover';
  expect(entryModeOf({ path, hasFlag: true, hasTicket: true })).toBe('form');
  expect(entryModeOf({ path, hasFlag: false, hasTicket: true })).toBe('form');
  expect(entryModeOf({ path, hasFlag: true, hasTicket: false })).toBe('elsewhere');
  expect(entryModeOf({ path: '/consent/abcdef', hasFlag: true, hasTicket: false })).toBe('elsewhere');
});

test('without a handover a mailed link says that it has ended, and nobody else stays', () => {
  expect(entryModeOf({ path: '/consent/abcdef', hasFlag: false, hasTicket: false })).toBe('link');
  expect(entryModeOf({ path: '/login/abcdef', hasFlag: false, hasTicket: false })).toBe('link');
  expect(entryModeOf({ path: '/consent/handover', hasFlag: false, hasTicket: false })).toBe('leave');
});
