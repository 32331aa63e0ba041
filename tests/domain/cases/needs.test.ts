import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import { horizonOf } from '#domain/cases/horizon.ts';
import { ENDED_FOR, HEARD_STATUSES, listedNeedOf, NEEDS, needsOf, waitsForOthers } from '#domain/cases/needs.ts';
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
  ['the patient signs next: nobody else waits', {}, []],
  ['an open question', { hasOpenQuestion: true }, ['QUESTION']],
  ['wrong details come before a question', { hasOpenQuestion: true, hasWrongDetails: true }, ['DETAILS_WRONG', 'QUESTION']],
  ['a locked link comes before a question', { hasOpenQuestion: true, hasLockedLink: true }, ['LINK_LOCKED', 'QUESTION']],
  ['a link that was locked before the form was withdrawn', { status: 'WITHDRAWN', hasLockedLink: true }, ['WITHDRAWN']],
  ['a parent’s open question', { waitingFor: ['PARENT', 'CLINICIAN'], hasOpenQuestion: true }, ['QUESTION']],
  [
    'a question beside a signer who asks nothing',
    { waitingFor: ['CONSULTEE', 'CLINICIAN'], hasOpenQuestion: true },
    ['QUESTION'],
  ],
  [
    'adults disagree, and others may sign meanwhile',
    { waitingFor: ['PARENT', 'CLINICIAN'], isUnsettled: true },
    ['DISAGREEMENT'],
  ],
  ['adults disagree, and nobody else is left', { waitingFor: [], isUnsettled: true }, ['DISAGREEMENT']],
  ['adults disagreed over a form that ended', { status: 'WITHDRAWN', isUnsettled: true }, ['WITHDRAWN']],
  ['the clinician signs next', { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'] }, ['SIGNATURE']],
  [
    'a question asked after the patient signed comes before the signature',
    { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'], hasOpenQuestion: true },
    ['QUESTION', 'SIGNATURE'],
  ],
  [
    'a note of somebody who has signed comes before the signature',
    { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'], hasOpenNote: true },
    ['NOTE', 'SIGNATURE'],
  ],
  ['a wish to talk, before and after the patient has signed', { openPoints: [WISH] }, ['TALK']],
  ['a wish to talk comes before the signature', { waitingFor: ['CLINICIAN'], openPoints: [WISH] }, ['TALK', 'SIGNATURE']],
  ['adults who disagree come before a question', { hasOpenQuestion: true, isUnsettled: true }, ['DISAGREEMENT', 'QUESTION']],
  ['a question comes before a wish to talk', { hasOpenQuestion: true, openPoints: [WISH] }, ['QUESTION', 'TALK']],
  [
    'whatever waits behind a locked link is counted, and can be taken',
    {
      waitingFor: ['CLINICIAN'],
      hasLockedLink: true,
      hasWrongDetails: true,
      isUnsettled: true,
      hasOpenQuestion: true,
      openPoints: [WISH],
      hasOpenNote: true,
      isUnreached: true,
      hasTimeWish: true,
      hasScan: true,
    },
    ['DETAILS_WRONG', 'LINK_LOCKED', 'DISAGREEMENT', 'QUESTION', 'TALK', 'NOTE', 'NOT_REACHED', 'SIGNATURE', 'MORE_TIME', 'SCAN'],
  ],
  ['a missing answer may still be given while the form is out', { openPoints: [MISSING] }, []],
  ['a missing answer of a signed form', { status: 'SIGNED', openPoints: [MISSING] }, ['TALK']],
  ['a wish to talk on a signed form', { status: 'SIGNED', openPoints: [WISH] }, ['TALK']],
  ['a lapsed form: it is asked anew', { status: 'SIGNED', openPoints: [WISH], confirmState: 'LAPSED' }, []],
  ['a wish to talk on a form that ended', { status: 'WITHDRAWN', openPoints: [WISH] }, ['WITHDRAWN']],
  ['somebody asks for more time', { hasTimeWish: true }, ['MORE_TIME']],
  [
    'more time for one parent, while the clinician can sign',
    { waitingFor: ['CLINICIAN'], hasTimeWish: true },
    ['SIGNATURE', 'MORE_TIME'],
  ],
  ['more time comes before a scan', { hasTimeWish: true, hasScan: true }, ['MORE_TIME', 'SCAN']],
  ['more time for a form that ended', { status: 'EXPIRED', hasTimeWish: true }, ['EXPIRED']],
  ['a question on a form whose time has ended', { status: 'EXPIRED', hasOpenQuestion: true }, ['QUESTION', 'EXPIRED']],
  ['withdrawn', { status: 'WITHDRAWN' }, ['WITHDRAWN']],
  ['refused', { status: 'DECLINED' }, ['DECLINED']],
  ['refused more than 30 days ago', { status: 'DECLINED', updatedAt: '2026-10-23T11:59:59.000Z' }, []],
  ['refused 30 days ago', { status: 'DECLINED', updatedAt: '2026-10-23T12:00:00.000Z' }, ['DECLINED']],
  ['the time to sign has ended', { status: 'EXPIRED' }, ['EXPIRED']],
  ['a scan that nobody has checked', { hasScan: true }, ['SCAN']],
  [
    'a signature comes before a scan',
    { status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'], hasScan: true },
    ['SIGNATURE', 'SCAN'],
  ],
  ['a scan of a form that ended', { status: 'WITHDRAWN', hasScan: true }, ['WITHDRAWN']],
  ['its day is over, and nobody said whether it was done', { status: 'SIGNED', isOver: true }, ['WAS_IT_DONE']],
  ['what is left open comes first', { status: 'SIGNED', isOver: true, openPoints: [WISH] }, ['TALK', 'WAS_IT_DONE']],
  ['the next form is a draft already', { status: 'DRAFT', isOver: true }, ['WAS_IT_DONE']],
] as const)('%s', ([_, change, needs]) => {
  expect(needsOf({ ...sent, ...change }, NOW)).toEqual(needs);
});

test('an open question is worse than a signature in every state, and comes before it in the list', () => {
  expect(NEEDS.indexOf('QUESTION')).toBeLessThan(NEEDS.indexOf('SIGNATURE'));
  for (const status of HEARD_STATUSES)
    expect(needsOf({ ...sent, status, waitingFor: ['CLINICIAN'], hasOpenQuestion: true }, NOW)).toContain('QUESTION');
});

test('a draft and a voided version need nobody', () => {
  for (const status of ['DRAFT', 'READY', 'VOIDED', 'UNDER_REVIEW'] as const)
    expect(needsOf({ ...sent, status, hasOpenQuestion: true, hasOpenNote: true, hasTimeWish: true }, NOW)).toEqual([]);
});

test('words of somebody who has answered wait until staff have answered them, whatever became of the form and however long ago', () => {
  const LONG_AGO = new Date(NOW - 2 * ENDED_FOR).toISOString();
  const ended = { kind: 'CLOSED', on: '2026-11-20', source: 'PERSON', by: 'Demo Clinician', at: LONG_AGO } as const;
  for (const status of ['SIGNED', 'WITHDRAWN', 'DECLINED', 'SUPERSEDED', 'EXPIRED'] as const)
    for (const more of [{}, { ended }, { newer: DRAFTED }]) {
      const state = { ...sent, status, updatedAt: LONG_AGO, ...more };
      expect(needsOf({ ...state, hasOpenQuestion: true, hasOpenNote: true }, NOW)).toEqual(['QUESTION', 'NOTE']);
      expect(needsOf({ ...state, hasOpenNote: true }, NOW)).toEqual(['NOTE']);
      expect(needsOf(state, NOW)).toEqual([]);
    }
  const just = { ...sent, updatedAt: new Date(NOW).toISOString(), hasOpenQuestion: true, hasOpenNote: true };
  for (const status of ['WITHDRAWN', 'DECLINED'] as const)
    expect(needsOf({ ...just, status }, NOW)).toEqual([status, 'QUESTION', 'NOTE']);
});

const DRAFTED = { createdAt: '2026-11-20T09:00:00.000Z', sentAt: null };

test.for([
  ['withdrawn after a newer version was begun', { status: 'WITHDRAWN', newer: DRAFTED }, ['WITHDRAWN']],
  ['declined after a newer version was begun', { status: 'DECLINED', newer: DRAFTED }, ['DECLINED']],
  [
    'a newer version was begun after the withdrawal: staff have gone on',
    { status: 'WITHDRAWN', newer: { ...DRAFTED, createdAt: '2026-11-22T11:00:01.000Z' } },
    [],
  ],
  [
    'a newer version was out before the withdrawal',
    { status: 'WITHDRAWN', newer: { ...DRAFTED, sentAt: '2026-11-22T10:59:59.000Z' } },
    ['WITHDRAWN'],
  ],
  [
    'a newer version was made ready after the withdrawal',
    { status: 'WITHDRAWN', newer: { ...DRAFTED, sentAt: '2026-11-22T11:00:01.000Z' } },
    [],
  ],
  ['open choices of the form in force', { status: 'SIGNED', openPoints: [WISH], newer: DRAFTED }, ['TALK']],
  [
    'an earlier form that is out is not pursued, but what was asked about it waits',
    { waitingFor: ['CLINICIAN'], hasLockedLink: true, hasOpenQuestion: true, hasScan: true, openPoints: [WISH], newer: DRAFTED },
    ['QUESTION'],
  ],
  ['an earlier form whose time has ended', { status: 'EXPIRED', newer: DRAFTED }, []],
  ['whether it was done is asked of the case once', { status: 'SIGNED', isOver: true, newer: DRAFTED }, []],
] as const)('an earlier version: %s', ([_, change, needs]) => {
  expect(needsOf({ ...sent, ...change }, NOW)).toEqual(needs);
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
