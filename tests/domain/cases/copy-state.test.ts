import { expect, test } from 'vitest';
import { COPY_EVENTS, COPY_OUTCOMES, copyStateOf, isCopyLinkOut } from '#domain/cases/copy-state.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';

const FORM = { consentID: 'one', order: 1 };
let minute = 0;
const event = (
  type: string,
  { versionId = 'one', ...detail }: { versionId?: string } & TimelineEvent['detail'] = {},
): Pick<TimelineEvent, 'type' | 'versionId' | 'at' | 'detail'> => {
  minute += 1;
  return { type, versionId, at: new Date(Date.UTC(2026, 11, 1, 9, minute)).toISOString(), detail };
};
const of = (order: number, channel?: string) => ({ role: 'PATIENT', order, ...(channel === undefined ? {} : { channel }) });
const signedByLink = [event('LINK_SENT', of(1, 'EMAIL')), event('SEALED')];

test.each<[string, ReturnType<typeof event>[], string]>([
  ['nothing yet', [], 'NONE'],
  ['the link by which the form was signed is no copy', signedByLink, 'NONE'],
  ['a mail after the seal', [...signedByLink, event('LINK_SENT', of(1, 'EMAIL'))], 'EMAIL'],
  ['a code', [...signedByLink, event('LINK_SENT', of(1, 'QR'))], 'QR'],
  ...COPY_OUTCOMES.map((each): [string, ReturnType<typeof event>[], string] => [
    each,
    [...signedByLink, event(COPY_EVENTS[each], of(1))],
    each,
  ]),
  ['wanted after all', [...signedByLink, event('COPY_NOT_WANTED', of(1)), event('COPY_PRINTED', of(1))], 'PRINTED'],
  ['a mail that nobody took', [...signedByLink, event('LINK_SENT', of(1, 'EMAIL')), event('NOT_REACHED', of(1))], 'NONE'],
  [
    'a link that staff have ended',
    [...signedByLink, event('LINK_SENT', of(1, 'EMAIL')), event('LINK_ENDED', { ...of(1), by: 'STAFF' })],
    'NONE',
  ],
  [
    'a link whose time is over was given',
    [...signedByLink, event('LINK_SENT', of(1, 'EMAIL')), event('LINK_ENDED', { ...of(1), by: 'TIME' })],
    'EMAIL',
  ],
  ['another person’s', [...signedByLink, event('COPY_PRINTED', of(2))], 'NONE'],
  ['another version’s', [...signedByLink, event('COPY_PRINTED', { ...of(1), versionId: 'two' })], 'NONE'],
])('what became of a copy: %s', (_, events, way) => {
  expect(copyStateOf(events, FORM).way).toBe(way);
});

test('a link is out until it ends or is locked', () => {
  const sent = event('LINK_SENT', of(1, 'QR'));
  expect(isCopyLinkOut([sent], FORM)).toBe(true);
  expect(isCopyLinkOut([sent, event('LINK_LOCKED', of(1))], FORM)).toBe(false);
  expect(isCopyLinkOut([sent], { ...FORM, order: 2 })).toBe(false);
});
