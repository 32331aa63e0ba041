import { MOVES, mayMove, statusAfterSignature, type Move } from '#domain/cases/case-machine.ts';
import { CASE_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import { expect, test } from 'vitest';

// Written out, and not made from the machine: each line is a rule.
const ALLOWED: Record<Move, readonly CaseStatus[]> = {
  submit: ['DRAFT'],
  accept: ['UNDER_REVIEW'],
  reject: ['UNDER_REVIEW'],
  edit: ['DRAFT'],
  delete: ['DRAFT'],
  complete: ['DRAFT'],
  send: ['READY'],
  resend: ['EXPIRED'],
  sign: ['SENT', 'PARTIALLY_SIGNED'],
  decline: ['SENT', 'PARTIALLY_SIGNED'],
  expire: ['SENT', 'PARTIALLY_SIGNED'],
  recall: ['SENT', 'PARTIALLY_SIGNED'],
  reopen: ['SENT', 'PARTIALLY_SIGNED', 'SIGNED', 'DECLINED', 'EXPIRED', 'WITHDRAWN'],
  reconsent: ['SIGNED'],
  withdraw: ['SIGNED'],
  supersede: ['SIGNED'],
  void: CASE_STATUSES.filter((status) => status !== 'VOIDED'),
};

test.each(MOVES.flatMap((move) => CASE_STATUSES.map((status) => ({ move, status, allowed: ALLOWED[move].includes(status) }))))(
  '$move from $status: $allowed',
  ({ move, status, allowed }) => {
    expect(mayMove(status, move)).toBe(allowed);
  },
);

test('nothing leads out of what is voided, only that out of what is superseded, and a signature is never taken from what is signed', () => {
  expect(MOVES.filter((move) => mayMove('VOIDED', move))).toEqual([]);
  expect(MOVES.filter((move) => mayMove('SUPERSEDED', move))).toEqual(['void']);
  for (const move of ['edit', 'sign', 'recall', 'delete'] as const) expect(mayMove('SIGNED', move)).toBe(false);
});

test('a form is signed only when everybody has signed', () => {
  expect(statusAfterSignature([{ state: 'SIGNED' }, { state: 'SIGNED' }])).toBe('SIGNED');
  expect(statusAfterSignature([{ state: 'SIGNED' }, { state: 'DECLINED' }])).toBe('PARTIALLY_SIGNED');
  expect(statusAfterSignature([{ state: 'SIGNED' }, { state: 'OPENED' }, { state: 'SIGNED' }])).toBe('PARTIALLY_SIGNED');
});
