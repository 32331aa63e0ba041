import { needOf, waitsForOthers } from '#domain/cases/needs.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { expect, test } from 'vitest';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const sent = {
  status: 'SENT',
  waitingFor: ['PATIENT', 'CLINICIAN'],
  hasOpenQuestion: false,
  hasWrongDetails: false,
  hasLockedLink: false,
  isUnsettled: false,
  updatedAt: '2026-11-22T11:00:00.000Z',
} as const;

test.for([
  ['the patient signs next: nobody else waits', {}, null],
  ['an open question', { hasOpenQuestion: true }, 'QUESTION'],
  ['wrong details come before a question', { hasOpenQuestion: true, hasWrongDetails: true }, 'DETAILS_WRONG'],
  ['a locked link comes before a question', { hasOpenQuestion: true, hasLockedLink: true }, 'LINK_LOCKED'],
  ['a link that was locked before the form was withdrawn', { status: 'WITHDRAWN', hasLockedLink: true }, 'WITHDRAWN'],
  ['a parent’s open question', { waitingFor: ['PARENT', 'CLINICIAN'], hasOpenQuestion: true }, 'QUESTION'],
  ['a child’s open question', { waitingFor: ['CHILD', 'CLINICIAN'], hasOpenQuestion: true }, 'QUESTION'],
  ['a question beside a signer who asks nothing', { waitingFor: ['CONSULTEE', 'CLINICIAN'], hasOpenQuestion: true }, null],
  ['adults disagree, and others may sign meanwhile', { waitingFor: ['PARENT', 'CLINICIAN'], isUnsettled: true }, 'DISAGREEMENT'],
  ['adults disagree, and nobody else is left', { waitingFor: [], isUnsettled: true }, 'DISAGREEMENT'],
  ['adults disagreed over a form that ended', { status: 'WITHDRAWN', isUnsettled: true }, 'WITHDRAWN'],
  ['the clinician signs next', { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'] }, 'SIGNATURE'],
  [
    'a question asked after the patient signed does not hold the clinician back',
    { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'], hasOpenQuestion: true },
    'SIGNATURE',
  ],
  ['withdrawn', { status: 'WITHDRAWN' }, 'WITHDRAWN'],
  ['refused', { status: 'DECLINED' }, 'DECLINED'],
  ['refused more than 30 days ago', { status: 'DECLINED', updatedAt: '2026-10-23T11:59:59.000Z' }, null],
  ['refused 30 days ago', { status: 'DECLINED', updatedAt: '2026-10-23T12:00:00.000Z' }, 'DECLINED'],
  ['the time to sign has ended', { status: 'EXPIRED' }, 'EXPIRED'],
] as const)('%s', ([_, change, need]) => {
  expect(needOf({ ...sent, ...change }, NOW)).toBe(need);
});

test('a draft, a signed and a voided version need nobody', () => {
  for (const status of ['DRAFT', 'READY', 'SIGNED', 'VOIDED', 'SUPERSEDED', 'UNDER_REVIEW'] as const)
    expect(needOf({ ...sent, status, hasOpenQuestion: true }, NOW)).toBeNull();
});

test('a version waits for others exactly while somebody else signs next', () => {
  expect(waitsForOthers(sent)).toBe(true);
  expect(waitsForOthers({ status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'] })).toBe(false);
  expect(CASE_STATUSES.filter((status) => waitsForOthers({ ...sent, status }))).toEqual(['SENT', 'PARTIALLY_SIGNED']);
});
