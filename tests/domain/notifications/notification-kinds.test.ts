import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS, notificationRule, type NotificationKind } from '#domain/notifications/notification-kinds.ts';

const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

test.each(KINDS)('%s: its sentences are whole ones, and name nobody and no procedure', (kind) => {
  const { staff, signers } = notificationRule(kind);
  expect(staff !== undefined || signers !== undefined).toBe(true);
  for (const part of [staff, signers]) {
    if (part === undefined) continue;
    expect(part.words).toMatch('endsWithContact' in part ? /^[A-Z].*(?:,| Please)$/ : /^[A-Z].*\.$/);
    expect(part.words).not.toMatch(/surg|procedure|doctor|ward|\{/i);
  }
});

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
  ]);
});
