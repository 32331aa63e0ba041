import { expect, test } from 'vitest';
import { CASE_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import {
  isOfConsentType,
  filedRelation,
  filingStatus,
  verifiedStatus,
  type FiledKind,
  type FiledDocumentStatus,
} from '#domain/documents/records-status.ts';

const KINDS = [
  'SIGNED',
  'CONFIRMATION',
  'OUTCOME',
  'REFUSAL',
  'VIEW',
  'VIEW_EARLIER',
  'SCAN_CHECKED',
] as const satisfies FiledKind[];
const current = 'current';
const superseded = 'superseded';
const inError = 'entered-in-error';

type Row = readonly [consent: string, provided: string, documents: readonly (FiledDocumentStatus | undefined)[]];
const none = KINDS.map(() => undefined);
/** Each status of a version, and each kind of document in the order of {@link KINDS}. */
const TABLE: Readonly<Record<CaseStatus, Row>> = {
  DRAFT: ['draft', 'NOTHING', none],
  UNDER_REVIEW: ['draft', 'NOTHING', none],
  READY: ['draft', 'NOTHING', none],
  SENT: ['proposed', 'NOTHING', none],
  PARTIALLY_SIGNED: ['proposed', 'NOTHING', none],
  EXPIRED: ['inactive', 'NOTHING', none],
  SIGNED: ['active', 'AS_SIGNED', [current, current, current, undefined, undefined, undefined, current]],
  DECLINED: ['rejected', 'DENIED', [undefined, undefined, undefined, current, undefined, undefined, undefined]],
  WITHDRAWN: ['inactive', 'DENIED', [superseded, superseded, superseded, undefined, current, undefined, superseded]],
  SUPERSEDED: ['inactive', 'AS_SIGNED', KINDS.map(() => superseded)],
  VOIDED: ['entered-in-error', 'NOTHING', KINDS.map(() => inError)],
};
const filing = (status: CaseStatus, change: Partial<Parameters<typeof filingStatus>[0]> = {}) =>
  filingStatus({ status, isLapsed: false, isFollowed: false, isEnded: false, ...change });

test.each(CASE_STATUSES)('%s: the consent, what it provides, and the status of each kind of document', (status) => {
  const { consent, provided, documents } = filing(status);
  expect([consent, provided, KINDS.map((kind) => documents[kind])]).toEqual(TABLE[status]);
});

test('a signed form that has lapsed is inactive, and its documents stay as they were', () => {
  expect(filing('SIGNED', { isLapsed: true })).toEqual({ ...filing('SIGNED'), consent: 'inactive' });
  for (const status of CASE_STATUSES) if (status !== 'SIGNED') expect(filing(status, { isLapsed: true })).toEqual(filing(status));
});

test('a signed form whose case has ended is inactive, and its documents stay as they were', () => {
  expect(filing('SIGNED', { isEnded: true })).toEqual({ ...filing('SIGNED'), consent: 'inactive' });
  for (const status of CASE_STATUSES) if (status !== 'SIGNED') expect(filing(status, { isEnded: true })).toEqual(filing(status));
});

test('a refusal is superseded once a later version of the case is signed, and denies the treatment by its own form still', () => {
  expect(filing('DECLINED', { isFollowed: true })).toEqual({ ...filing('DECLINED'), documents: { REFUSAL: superseded } });
  for (const status of CASE_STATUSES)
    if (status !== 'DECLINED') expect(filing(status, { isFollowed: true })).toEqual(filing(status));
});

test('who reads status and type alone takes nothing for a consent but a form that is in force', () => {
  for (const status of CASE_STATUSES)
    for (const kind of KINDS) {
      const isConsent = isOfConsentType(kind) && filing(status).documents[kind] === current;
      expect([status, kind, isConsent]).toEqual([status, kind, status === 'SIGNED' && KINDS.indexOf(kind) < 3]);
    }
});

test('each kind of document and how it stands to another one', () => {
  const relations = KINDS.map((kind) => [kind, filedRelation(kind, 'SIGNED'), filedRelation(kind, 'WITHDRAWN')]);
  const appends = { code: 'appends', to: 'FORM' };
  const transforms = { code: 'transforms', to: 'FORM' };
  expect(relations).toEqual([
    ['SIGNED', { code: 'replaces', to: 'FORMER' }, { code: 'replaces', to: 'FORMER' }],
    ['CONFIRMATION', appends, appends],
    ['OUTCOME', appends, appends],
    ['REFUSAL', null, null],
    ['VIEW', transforms, { code: 'replaces', to: 'FORM' }],
    ['VIEW_EARLIER', transforms, transforms],
    ['SCAN_CHECKED', appends, appends],
  ]);
});

test('a refusal is in force in no state, and a form that is declined without one is told as before', () => {
  const table = CASE_STATUSES.map((status) => [status, verifiedStatus(status, false), verifiedStatus(status, true)]);
  expect(table).toEqual([
    ['DRAFT', null, 'REFUSED'],
    ['UNDER_REVIEW', null, 'REFUSED'],
    ['READY', null, 'REFUSED'],
    ['SENT', null, 'REFUSED'],
    ['PARTIALLY_SIGNED', null, 'REFUSED'],
    ['SIGNED', 'IN_FORCE', 'REFUSED'],
    ['DECLINED', null, 'REFUSED'],
    ['WITHDRAWN', 'WITHDRAWN', 'REFUSED'],
    ['EXPIRED', null, 'REFUSED'],
    ['VOIDED', 'VOIDED', 'VOIDED'],
    ['SUPERSEDED', 'SUPERSEDED', 'REFUSED'],
  ]);
});
