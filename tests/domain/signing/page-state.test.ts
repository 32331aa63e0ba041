import { expect, test } from 'vitest';
import { CASE_STATUSES } from '#domain/base/states.ts';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import { decides, ROLE_RULES, SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { PAGE_STATES, pageEndOf, pageRightsOf, pageStateOf, type PageEnd } from '#domain/signing/page-state.ts';

const ENDS: readonly (PageEnd | null)[] = [null, 'DONE', 'TAKEN_BACK', 'CLOSED'];
const ANSWERS = ['SIGNED', 'DECLINED'] as const;
const all = CASE_STATUSES.flatMap((status) =>
  ANSWERS.flatMap((state) => ENDS.flatMap((end) => [false, true].map((isLapsed) => ({ status, state, end, isLapsed }) as const))),
);

/** The rows of the table, for somebody who decides and whose signature the form needs. */
const TABLE = {
  WAITING: 'ask write',
  SIGNED: 'FORM ask write withdraw',
  LAPSED: 'FORM ask write withdraw',
  DONE: 'FORM ask write withdraw',
  TAKEN_BACK: 'FORM ask write',
  CLOSED: 'FORM ask write withdraw',
  WITHDRAWN: 'VIEW ask write',
  SUPERSEDED: 'VIEW ask write',
  DECLINED: 'REFUSAL ask write',
  OTHER_DECLINED: 'ask write',
  EXPIRED: '',
  VOIDED: '',
} as const satisfies Record<(typeof PAGE_STATES)[number], string>;

type Input = Parameters<typeof pageRightsOf>[0];
function rightsIn(input: Input): string {
  const { copy, mayAsk, mayWrite, mayTakeBack } = pageRightsOf(input);
  return [copy, mayAsk && 'ask', mayWrite && 'write', mayTakeBack && 'withdraw']
    .filter((each) => typeof each === 'string')
    .join(' ');
}

test('each state and role has the rights of its row, in each status, answer, age and end', () => {
  const met = new Set<string>();
  for (const role of SIGNER_ROLES)
    for (const form of all) {
      const page = pageStateOf(form);
      met.add(page);
      expect([role, form, rightsIn({ role, ...form })]).toEqual([role, form, rightsOfRow(role, form, page)]);
    }
  expect([...met].toSorted()).toEqual([...PAGE_STATES].toSorted());
});

function rightsOfRow(role: SignerRole, { status, state }: (typeof all)[number], page: keyof typeof TABLE): string {
  const isOut = status === 'SENT' || status === 'PARTIALLY_SIGNED';
  if (!decides(role)) return ROLE_RULES[role].mayAsk && (isOut || status === 'SIGNED') && state === 'SIGNED' ? 'ask' : '';
  const row = TABLE[page];
  // No form is sealed, and none was taken back, that not all have signed; a no with which the form goes on has no paper.
  if (page === 'DECLINED') return status === 'DECLINED' ? row : 'ask write';
  return row.startsWith('FORM') && status !== 'SIGNED' ? 'ask write' : row;
}

test('whose signature the form does without takes nothing back', () => {
  const form = { role: 'CHILD', state: 'SIGNED', status: 'SIGNED', isLapsed: false, end: null } as const;
  expect([rightsIn({ ...form, required: false }), rightsIn({ ...form, required: true })]).toEqual([
    'FORM ask write',
    'FORM ask write withdraw',
  ]);
});

const DONE: CaseEnded = { kind: 'DONE', on: '2026-08-06', source: 'PERSON', by: 'Demo Nurse', at: '2026-08-06T14:05:00.000Z' };
const CLOSED: CaseEnded = { ...DONE, kind: 'CLOSED', reason: 'PATIENT' };

test.each([
  ['an end that was undone', null, 'SIGNED', true, null],
  ['an operation by this form', DONE, 'SIGNED', true, 'DONE'],
  ['an operation by another form', DONE, 'SUPERSEDED', false, null],
  ['an operation, while this form lacks signatures', DONE, 'PARTIALLY_SIGNED', false, 'DONE'],
  ['an operation before this form was begun', { ...DONE, isFollowed: true }, 'PARTIALLY_SIGNED', false, null],
  ['an operation whose consent was taken back', { ...DONE, takenBackAt: DONE.at }, 'SIGNED', true, 'TAKEN_BACK'],
  ['a close', CLOSED, 'SIGNED', false, 'CLOSED'],
  ['a close, while this form lacks signatures', CLOSED, 'SENT', false, 'CLOSED'],
  ['a close before this form was begun', { ...CLOSED, isFollowed: true }, 'SENT', false, null],
  ['a close of a case whose consent was withdrawn', CLOSED, 'WITHDRAWN', false, null],
] as const)('%s', (_, ended, status, isInForce, expected) => {
  expect(pageEndOf(ended, { status, isInForce })).toBe(expected);
});
