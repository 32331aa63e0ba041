import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { CASE_STATUSES, SIGNER_STATES } from '#domain/base/states.ts';
import { decides, SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { hasOutgrown, mayComeBack, ownPageOf } from '#domain/signing/own-page.ts';
import { LINK_ENDS } from '#domain/signing/link.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const AT = { today: '2026-11-30', now: NOW };
const signed = {
  role: 'PATIENT',
  state: 'SIGNED',
  status: 'SIGNED',
  answeredAt: '2026-11-01T12:00:00.000Z',
  ended: null,
  dateOfBirth: '1950-03-14',
} as const;

test('whoever decides finds the form while their answer is awaited, and their page once they have answered', () => {
  for (const role of SIGNER_ROLES.filter((each) => decides(each)))
    for (const status of CASE_STATUSES)
      for (const state of SIGNER_STATES) {
        const found = ownPageOf({ ...signed, role, status, state, dateOfBirth: '2020-01-01' }, AT);
        const isOut = status === 'SENT' || status === 'PARTIALLY_SIGNED';
        const isAnswered = state === 'SIGNED' || state === 'DECLINED';
        const expected = isAnswered ? (status === 'VOIDED' ? null : 'PAGE') : isOut && state !== 'EXPIRED' ? 'FORM' : null;
        expect([role, status, state, found]).toEqual([role, status, state, expected]);
      }
});

test('nobody else has a page but an attorney or a deputy, who must sign: clinicians, interpreters, witnesses, those who are asked', () => {
  const others = SIGNER_ROLES.filter((each) => !decides(each));
  for (const role of others) expect(ownPageOf({ ...signed, role, required: false }, AT)).toBe(null);
  expect(others.filter((role) => ownPageOf({ ...signed, role, required: true }, AT) !== null)).toEqual(['CONSULTEE']);
});

test('a parent’s page ends on the day on which the child is 16', () => {
  const pageOf = (dateOfBirth: string) => ownPageOf({ ...signed, role: 'PARENT', dateOfBirth }, AT);
  expect([pageOf('2010-12-01'), pageOf('2010-11-30'), pageOf('2010-11-29')]).toEqual(['PAGE', null, null]);
  expect(['2010-12-01', '2010-11-30'].map((each) => hasOutgrown({ role: 'PARENT', dateOfBirth: each }, AT.today))).toEqual([
    false,
    true,
  ]);
  // Their own page stays the patient's.
  expect(hasOutgrown({ role: 'CHILD', dateOfBirth: '2010-11-30' }, AT.today)).toBe(false);
});

test('a page ends 24 months after the answer, and 90 days after the end of the case', () => {
  const ago = (days: number) => new Date(NOW - days * DAY).toISOString();
  const pageOf = (change: object) => ownPageOf({ ...signed, ...change }, AT);
  expect([pageOf({ answeredAt: ago(729) }), pageOf({ answeredAt: ago(731) })]).toEqual(['PAGE', null]);
  const done = (days: number) => ({
    kind: 'DONE',
    on: ago(days).slice(0, 10),
    source: 'PERSON',
    by: 'Demo Clinician',
    at: ago(days),
  });
  expect([pageOf({ ended: done(89) }), pageOf({ ended: done(91) })]).toEqual(['PAGE', null]);
  // Somebody has to find out whether it was done.
  expect(pageOf({ ended: { ...done(91), takenBackAt: ago(1) } })).toBe('PAGE');
});

test('nobody comes back by a link that was ended on purpose, or that wrong answers have locked', () => {
  const back = LINK_ENDS.filter((each) => mayComeBack({ ended_by: each, locked_at: null }));
  expect(back).toEqual(['TIME', 'OTHER_WAY']);
  expect(mayComeBack({ ended_by: null, locked_at: null })).toBe(true);
  expect(mayComeBack({ ended_by: null, locked_at: '2026-11-30T12:00:00.000Z' })).toBe(false);
});
