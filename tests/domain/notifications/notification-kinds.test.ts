import { expect, test } from 'vitest';
import { NEEDS, type Need } from '#domain/cases/needs.ts';
import {
  kindsOfEvent,
  NOTIFICATION_KINDS,
  notificationRule,
  type NotificationKind,
} from '#domain/notifications/notification-kinds.ts';

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
    'NOT_CONFIRMED',
    'DETAILS_WRONG',
    'LINK_LOCKED',
    'VOIDED',
    'DONE_WITHOUT_CONSENT',
    'NOT_TAKEN',
  ]);
});

/** The need that the event of a kind leaves for staff, in its own row; null for one that leaves none, or tells of a need that is there already. */
const NEED_LEFT_BY: Readonly<Record<NotificationKind, Need | null>> = {
  QUESTION_ASKED: 'QUESTION',
  WANTS_TO_TALK: 'TALK',
  MORE_TIME: 'MORE_TIME',
  QUESTION_ANSWERED: null,
  DECLINED: 'DECLINED',
  SAID_NO: 'DISAGREEMENT',
  WITHDRAWN: 'WITHDRAWN',
  WITHDRAWN_AFTER: 'WITHDRAWN_AFTER',
  NOT_CONFIRMED: 'NOT_READY_SOON',
  SIGNATURE_MISSING: 'SIGNATURE',
  SEALED: null,
  DETAILS_WRONG: 'DETAILS_WRONG',
  LINK_LOCKED: 'LINK_LOCKED',
  NOT_REACHED: 'NOT_REACHED',
  LINK_ENDED: null,
  EXPIRED: 'EXPIRED',
  RECALLED: null,
  VOIDED: 'STOP_LISTED',
  SCAN_TO_CHECK: 'SCAN',
  NOTE_WRITTEN: 'NOTE',
  OPERATOR_CHANGED: null,
  DONE_WITHOUT_CONSENT: null,
  CONFIRM_AHEAD: null,
  NOT_TAKEN: null,
  NOT_READY: 'NOT_READY_LISTED',
};

test.each(KINDS)(
  '%s: where it leaves a need, the team hears once more while nobody takes it; one person’s own task is left to them',
  (kind) => {
    const { staff } = notificationRule(kind);
    expect(staff?.waits === true).toBe(NEED_LEFT_BY[kind] !== null && staff?.isPersonal !== true);
  },
);

test('each need that an event leaves has news that waits', () => {
  const left = new Set(KINDS.map((kind) => NEED_LEFT_BY[kind]));
  // Nobody is told that an operation may be over: the list of the day asks.
  expect(NEEDS.filter((need) => !left.has(need))).toEqual(['WAS_IT_DONE']);
});

test('a disagreement that ends the form is told as its end, not as a no after which the form goes on', () => {
  const after = { isBySystem: false, waitsForClinician: false, hasOpenPoints: false };
  const kindsAfter = (outcome: string) => kindsOfEvent({ type: 'DISAGREEMENT_NOTED', detail: { outcome } }, after);
  expect(kindsAfter('NOT_SETTLED')).toEqual(['SAID_NO']);
  expect(kindsAfter('NOT_GOING_AHEAD')).toEqual([]);
});
