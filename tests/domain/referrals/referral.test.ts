import { expect, test } from 'vitest';
import { ATTACHMENT_TYPES, attachmentName, downloadName } from '#domain/documents/attachment.ts';
import {
  afterMove,
  isMoveOf,
  mayAttach,
  mayMoveReferral,
  needsText,
  openMoves,
  REFERRAL_MOVES,
  REFERRAL_STATUSES,
  type ReferralMove,
  type ReferralStatus,
} from '#domain/referrals/referral.ts';

/** Every move from every status: the status after it, and that of the case; nothing where it is refused. */
const TABLE: Readonly<Record<ReferralMove, Partial<Record<ReferralStatus, readonly [ReferralStatus, string | undefined]>>>> = {
  ACCEPT: { UNDER_REVIEW: ['ACCEPTED', 'DRAFT'] },
  ASK: { UNDER_REVIEW: ['MORE_INFO', undefined] },
  REPLY: { DRAFT: ['UNDER_REVIEW', undefined], MORE_INFO: ['UNDER_REVIEW', undefined] },
  REJECT: { UNDER_REVIEW: ['REJECTED', 'VOIDED'], MORE_INFO: ['REJECTED', 'VOIDED'] },
  CLOSE: {
    DRAFT: ['CLOSED', 'VOIDED'],
    UNDER_REVIEW: ['CLOSED', 'VOIDED'],
    MORE_INFO: ['CLOSED', 'VOIDED'],
    ACCEPTED: ['CLOSED', undefined],
  },
};

test.each(REFERRAL_MOVES.flatMap((move) => REFERRAL_STATUSES.map((status) => [move, status] as const)))(
  '%s from %s leads where the table says',
  (move, status) => {
    const expected = TABLE[move][status];
    expect(mayMoveReferral(status, move)).toBe(expected !== undefined);
    if (expected !== undefined) expect(afterMove(status, move)).toEqual({ referral: expected[0], record: expected[1] });
  },
);

test('each move belongs to its side, and whoever is on both has both', () => {
  const of = (side: 'REFERRER' | 'ADDRESSEE') => REFERRAL_MOVES.filter((move) => isMoveOf([side], move));
  expect(of('ADDRESSEE')).toEqual(['ACCEPT', 'ASK', 'REJECT', 'CLOSE']);
  expect(of('REFERRER')).toEqual(['REPLY', 'CLOSE']);
  expect(REFERRAL_MOVES.filter((move) => isMoveOf([], move))).toEqual([]);
  expect(openMoves('UNDER_REVIEW', ['REFERRER', 'ADDRESSEE'])).toEqual(['ACCEPT', 'ASK', 'REJECT', 'CLOSE']);
  expect(openMoves('MORE_INFO', ['REFERRER'])).toEqual(['REPLY', 'CLOSE']);
  expect(openMoves('CLOSED', ['REFERRER', 'ADDRESSEE'])).toEqual([]);
});

test('a question, an answer and a rejection need words', () => {
  expect(REFERRAL_MOVES.filter(needsText)).toEqual(['ASK', 'REPLY', 'REJECT']);
});

test('files are added until the end', () => {
  expect(REFERRAL_STATUSES.filter(mayAttach)).toEqual(['DRAFT', 'UNDER_REVIEW', 'ACCEPTED', 'MORE_INFO']);
});

test.each([
  ['letter.pdf', 'PDF', 'letter.pdf'],
  ['C:\\fakepath\\eye scan.JPEG', 'JPEG', 'eye scan.jpg'],
  ['../../etc/passwd', 'PNG', 'passwd.png'],
  ['page.html', 'PDF', 'page.pdf'],
  ['', 'PDF', 'Attachment.pdf'],
  ['\u202Egpj.exe', 'JPEG', 'gpj.jpg'],
] as const)('a file that was named %j and is a %s is stored as %j', (given, kind, name) => {
  expect(attachmentName(given, ATTACHMENT_TYPES[kind])).toBe(name);
});

test('a download has a name that every header carries', () => {
  expect(downloadName('Żółć "letter"\r\n.pdf')).toBe('Z_o_c_ _letter_.pdf');
});
