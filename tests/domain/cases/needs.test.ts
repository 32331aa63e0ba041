import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import { horizonOf } from '#domain/cases/horizon.ts';
import { ENDED_FOR, listedNeedOf, needOf, waitsForOthers } from '#domain/cases/needs.ts';
import type { OpenPoint } from '#domain/consents/open-points.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { expect, test } from 'vitest';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const WISH: OpenPoint = { id: 'students', title: 'Students', name: 'students', kind: 'discuss' };
const MISSING: OpenPoint = { id: 'blood', title: 'Blood', name: 'blood transfusion', kind: 'unanswered' };
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
  [
    'a note of somebody who has signed comes before the signature',
    { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'], hasOpenNote: true },
    'NOTE',
  ],
  ['a wish to talk, before and after the patient has signed', { openPoints: [WISH] }, 'TALK'],
  ['a wish to talk comes before the signature', { waitingFor: ['CLINICIAN'], openPoints: [WISH] }, 'TALK'],
  ['adults who disagree come before a question', { hasOpenQuestion: true, isUnsettled: true }, 'DISAGREEMENT'],
  ['a question comes before a wish to talk', { hasOpenQuestion: true, openPoints: [WISH] }, 'QUESTION'],
  ['a missing answer may still be given while the form is out', { openPoints: [MISSING] }, null],
  ['a missing answer of a signed form', { status: 'SIGNED', openPoints: [MISSING] }, 'TALK'],
  ['a wish to talk on a signed form', { status: 'SIGNED', openPoints: [WISH] }, 'TALK'],
  ['a lapsed form: it is asked anew', { status: 'SIGNED', openPoints: [WISH], confirmState: 'LAPSED' }, null],
  ['a wish to talk on a form that ended', { status: 'WITHDRAWN', openPoints: [WISH] }, 'WITHDRAWN'],
  ['somebody asks for more time', { hasTimeWish: true }, 'MORE_TIME'],
  ['more time for one parent, while the clinician can sign', { waitingFor: ['CLINICIAN'], hasTimeWish: true }, 'SIGNATURE'],
  ['more time comes before a scan', { hasTimeWish: true, hasScan: true }, 'MORE_TIME'],
  ['more time for a form that ended', { status: 'EXPIRED', hasTimeWish: true }, 'EXPIRED'],
  ['withdrawn', { status: 'WITHDRAWN' }, 'WITHDRAWN'],
  ['refused', { status: 'DECLINED' }, 'DECLINED'],
  ['refused more than 30 days ago', { status: 'DECLINED', updatedAt: '2026-10-23T11:59:59.000Z' }, null],
  ['refused 30 days ago', { status: 'DECLINED', updatedAt: '2026-10-23T12:00:00.000Z' }, 'DECLINED'],
  ['the time to sign has ended', { status: 'EXPIRED' }, 'EXPIRED'],
  ['a scan that nobody has checked', { hasScan: true }, 'SCAN'],
  ['a signature comes before a scan', { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'], hasScan: true }, 'SIGNATURE'],
  ['a scan of a form that ended', { status: 'WITHDRAWN', hasScan: true }, 'WITHDRAWN'],
  ['its day is over, and nobody said whether it was done', { status: 'SIGNED', isOver: true }, 'WAS_IT_DONE'],
  ['what is left open comes first', { status: 'SIGNED', isOver: true, openPoints: [WISH] }, 'TALK'],
  ['the next form is a draft already', { status: 'DRAFT', isOver: true }, 'WAS_IT_DONE'],
] as const)('%s', ([_, change, need]) => {
  expect(needOf({ ...sent, ...change }, NOW)).toBe(need);
});

test('a draft, a replaced and a voided version need nobody', () => {
  for (const status of ['DRAFT', 'READY', 'VOIDED', 'SUPERSEDED', 'UNDER_REVIEW'] as const)
    expect(needOf({ ...sent, status, hasOpenQuestion: true, hasOpenNote: true, hasTimeWish: true }, NOW)).toBeNull();
});

test('words of somebody who has answered wait until staff have answered them, whatever became of the form and however long ago', () => {
  const LONG_AGO = new Date(NOW - 2 * ENDED_FOR).toISOString();
  const ended = { kind: 'CLOSED', on: '2026-11-20', source: 'PERSON', by: 'Demo Clinician', at: LONG_AGO } as const;
  for (const status of ['SIGNED', 'WITHDRAWN', 'DECLINED'] as const)
    for (const more of [{}, { ended }]) {
      const state = { ...sent, status, updatedAt: LONG_AGO, ...more };
      expect(needOf({ ...state, hasOpenQuestion: true, hasOpenNote: true }, NOW)).toBe('QUESTION');
      expect(needOf({ ...state, hasOpenNote: true }, NOW)).toBe('NOTE');
      expect(needOf(state, NOW)).toBeNull();
    }
  const just = { ...sent, updatedAt: new Date(NOW).toISOString(), hasOpenQuestion: true, hasOpenNote: true };
  expect([needOf({ ...just, status: 'WITHDRAWN' }, NOW), needOf({ ...just, status: 'DECLINED' }, NOW)]).toEqual([
    'WITHDRAWN',
    'DECLINED',
  ]);
  expect(needOf({ ...just, status: 'SIGNED', hasOpenQuestion: false, openPoints: [WISH] }, NOW)).toBe('TALK');
  expect(needOf({ ...just, status: 'SIGNED', hasOpenQuestion: false, isOver: true }, NOW)).toBe('NOTE');
});

test('a version waits for others exactly while somebody else signs next', () => {
  expect(waitsForOthers(sent)).toBe(true);
  expect(waitsForOthers({ status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'] })).toBe(false);
  expect(CASE_STATUSES.filter((status) => waitsForOthers({ ...sent, status }))).toEqual(['SENT', 'PARTIALLY_SIGNED']);
});

const HORIZON = horizonOf(Date.parse('2026-11-22T12:00:00Z'), 'Europe/London', AHEAD_DEFAULTS);

test.each([
  ['RED', '2026-11-22', 'STOP_LISTED'],
  ['RED', '2026-11-29', 'STOP_LISTED'],
  ['RED', '2026-11-30', null],
  ['RED', '2026-11-21', null],
  ['AMBER', '2026-11-22', 'NOT_READY_SOON'],
  ['AMBER', '2026-11-24', 'NOT_READY_SOON'],
  ['AMBER', '2026-11-25', 'NOT_READY_LISTED'],
  ['AMBER', '2026-11-30', null],
  ['GREEN', '2026-11-22', null],
] as const)('a case with a light of %s that is listed for %s needs on 22 November: %s', (light, date, need) => {
  expect(listedNeedOf({ light, date }, HORIZON)).toBe(need);
});

test('a case that does not go ahead needs nobody, unless a newer version of it was begun', () => {
  const closed = {
    kind: 'CLOSED',
    on: '2026-11-20',
    source: 'PERSON',
    by: 'Demo Clinician',
    at: '2026-11-20T12:00:00.000Z',
  } as const;
  const listed = { light: 'RED', date: '2026-11-22' } as const;
  expect(listedNeedOf({ ...listed, ended: closed }, HORIZON)).toBeNull();
  expect(listedNeedOf({ ...listed, ended: { ...closed, isFollowed: true } }, HORIZON)).toBe('STOP_LISTED');
});
