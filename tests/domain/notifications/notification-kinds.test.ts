import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS, notificationRule, type NotificationKind } from '#domain/notifications/notification-kinds.ts';

const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

test.each(KINDS)('%s: its sentences are whole ones, and name nobody and no procedure', (kind) => {
  const { staff, signers } = notificationRule(kind);
  expect(staff !== undefined || signers !== undefined).toBe(true);
  for (const part of [staff, signers]) {
    if (part === undefined) continue;
    expect(part.words).toMatch(formOf(part));
    expect(part.words).not.toMatch(/surg|procedure|doctor|ward|\{/i);
  }
});

/** Of a sentence that is whole, or whose beginning or end the mail adds. */
function formOf(part: object): RegExp {
  if ('endsWithContact' in part) return /^[A-Z].*(?:,| Please)$/;
  if ('endsWithDay' in part) return /^[A-Z].* before$/;
  return 'one' in part ? /^of .*\.$/ : /^[A-Z].*\.$/;
}

test('a refusal, a withdrawal and a locked link wait for no other mail', () => {
  const atOnce = KINDS.filter((kind) => notificationRule(kind).staff?.speed === 'NOW');
  expect(atOnce).toEqual([
    'DECLINED',
    'SAID_NO',
    'WITHDRAWN',
    'WITHDRAWN_AFTER',
    'DETAILS_WRONG',
    'LINK_LOCKED',
    'VOIDED',
    'DONE_WITHOUT_CONSENT',
    'NOT_TAKEN',
  ]);
});
