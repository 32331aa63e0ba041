import { expect, test } from 'vitest';
import { LINK_ENDS, LINK_STATES, type LinkView } from '#domain/signing/link.ts';
import { endOfLink, linkLines, linkOf, linkState, spokenCode } from '#src/screens/cases/links/link-words.ts';
import { clockOf } from '#src/screens/cases/links/use-shown-code.ts';
import { consent, event, signer } from '#tests/src/screens/cases/build.ts';

const mailed: LinkView = {
  signing_order: 1,
  channel: 'EMAIL',
  state: 'MAILED',
  mail: 'SENT',
  sentAt: '2026-08-06T14:00:00.000Z',
  openedAt: null,
  triesLeft: 5,
  endsAt: '2026-08-20T14:00:00.000Z',
  code: null,
};
const lines = (change: Partial<LinkView>, ended?: Parameters<typeof linkLines>[1]['ended']) =>
  linkLines({ ...mailed, ...change }, { ended, timeZone: 'Europe/London', now: Date.parse('2026-08-07T12:00:00Z') });

test('a link says in at most four words how far it has come', () => {
  const words = LINK_STATES.map((state) => linkState({ ...mailed, state }).words);
  expect(words).toEqual(['Waiting to be mailed', 'Link sent', 'Link opened', 'Showed who they are', 'Link locked', 'Link ended']);
  expect(linkState({ ...mailed, state: 'CREATED', mail: 'FAILED' })).toEqual({ tone: 'stop', words: 'Mail not delivered' });
  expect(linkState({ ...mailed, state: 'CREATED', mail: null, channel: 'QR' })).toEqual({ tone: 'info', words: 'Code shown' });
});

test('a link that works tells when it went, until when it works, and the tries that are left', () => {
  expect(lines({})).toEqual([
    'By email 6 August 2026, 15:00 BST',
    'Handed to the mail server.',
    'It works until 19 August 2026. 5 tries left.',
  ]);
  expect(lines({ state: 'OPENED', openedAt: '2026-08-06T15:00:00.000Z', triesLeft: 1 })).toEqual([
    'By email 6 August 2026, 15:00 BST',
    'Handed to the mail server.',
    'Opened 6 August 2026, 16:00 BST',
    'It works until 19 August 2026. 1 try left.',
  ]);
  expect(lines({ state: 'VERIFIED', triesLeft: 4 }).at(-1)).toBe('It works until 19 August 2026.');
  expect(lines({ channel: 'QR', state: 'CREATED', endsAt: '2026-08-06T15:00:00.000Z' })).toEqual([
    'Code shown 6 August 2026, 15:00 BST',
    'It works until 6 August 2026, 16:00 BST unless it is opened. 5 tries left.',
  ]);
});

test('a letter is printed, and never sent; a reminder after it may be', () => {
  const letter: Partial<LinkView> = { way: 'LETTER', delivery: { state: 'SENT', reason: null, channel: 'LETTER' } };
  expect(linkState({ ...mailed, ...letter }).words).toBe('Letter printed');
  expect(lines(letter).slice(0, 2)).toEqual(['In a letter 6 August 2026, 15:00 BST', 'Printed.']);
  const reminded = { ...letter, delivery: { state: 'DELIVERED', reason: null, channel: 'SMS' } } as const;
  expect(linkState({ ...mailed, ...reminded }).words).toBe('Link sent');
  expect(lines(reminded)[1]).toBe('Delivered.');
});

test('a link that no longer works says why, and what comes next', () => {
  expect(lines({ state: 'LOCKED', triesLeft: 0 }).at(-1)).toBe(
    'Five wrong answers. Talk to the person first, then send a new link.',
  );
  expect(LINK_ENDS.map((by) => lines({ state: 'ENDED' }, by).at(-1))).toEqual([
    'It ended: its time was over.',
    'It ended: the form was changed.',
    'It ended: the form was recorded in error.',
    'It ended: a newer version took its place.',
    'It ended: a new link was sent.',
    'It ended: the tablet was handed over instead.',
    'It ended: somebody of the staff ended it.',
    'It ended: the patient’s contact details were hidden.',
  ]);
  expect(lines({ mail: 'FAILED', state: 'CREATED' }).slice(1, 3)).toEqual([
    'Not sent: the mail server does not take it.',
    'Check the address, then send the link again.',
  ]);
});

test('the end of a link is read from the timeline of its version and signer', () => {
  const ended = (by: string, order: number) => event('LINK_ENDED', { detail: { role: 'PATIENT', order, by } });
  const form = consent({ Timeline: [ended('RESENT', 1), ended('STAFF', 1), ended('TIME', 2)] });
  expect(endOfLink(form, signer('PATIENT', 1))).toBe('STAFF');
  expect(endOfLink(form, signer('INTERPRETER', 3))).toBeUndefined();
  expect(endOfLink({ ...form, consentID: 'another version' }, signer('PATIENT', 1))).toBeUndefined();
});

test('a signer’s link is theirs alone, and one from before the form was changed says nothing any more', () => {
  const form = consent({ links: [{ ...mailed, state: 'ENDED' }] });
  expect(linkOf(form, signer('PATIENT', 1, 'INVITED'))?.state).toBe('ENDED');
  expect(linkOf(form, signer('PATIENT', 1, 'WAITING'))).toBeUndefined();
  expect(linkOf(form, signer('INTERPRETER', 2, 'INVITED'))).toBeUndefined();
});

test('digits to be read out stand in two groups, and a code counts down in minutes and seconds', () => {
  expect(spokenCode('012345')).toBe('012 345');
  expect([120, 65, 9, 0].map(clockOf)).toEqual(['2:00', '1:05', '0:09', '0:00']);
});
