import { Listing, mayList } from '#domain/theatre/listed.ts';
import { lightOf, LIGHTS, worseLight, type Light } from '#domain/theatre/theatre-light.ts';
import { CASE_STATUSES, PATIENT_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import * as v from 'valibot';
import { SEALED } from '#tests/support/forms/sealed-light.ts';
import { expect, test } from 'vitest';

type Standing = Parameters<typeof lightOf>[0];

const sealed = SEALED.inForce;
/** Signed and sealed, and nothing open, but for what is said otherwise. */
const standing = (change: Partial<Standing> = {}): Standing => ({ ...SEALED, ...change });

test.each<[CaseStatus, string, string]>([
  ['DRAFT', 'RED', 'No consent yet'],
  ['UNDER_REVIEW', 'RED', 'No consent yet'],
  ['READY', 'RED', 'No consent yet'],
  ['SENT', 'AMBER', 'Nobody has signed yet'],
  ['PARTIALLY_SIGNED', 'AMBER', 'Not everybody has signed yet'],
  ['SIGNED', 'AMBER', 'Not everybody has signed yet'],
  ['DECLINED', 'RED', 'The patient does not agree'],
  ['WITHDRAWN', 'RED', 'The consent is withdrawn'],
  ['EXPIRED', 'RED', 'The time to sign has ended'],
  ['VOIDED', 'RED', 'Recorded in error'],
  ['SUPERSEDED', 'RED', 'Recorded in error'],
])('with nothing in force, %s is %s: %s', (status, light, reason) => {
  expect(lightOf(standing({ status, inForce: null, isNewest: false }))).toEqual({ light, reason });
});

const imported = { sealState: 'NONE' as const, origin: { kind: 'IMPORT' } };

test.each<[string, Partial<Standing>, string, string]>([
  ['sealed and the newest', {}, 'GREEN', 'Signed and sealed'],
  ['confirmed on the day', { inForce: { ...sealed, confirmState: 'CONFIRMED' } }, 'GREEN', 'Signed and sealed'],
  [
    'confirmed on the day, at a known time',
    { inForce: { ...sealed, confirmState: 'CONFIRMED', confirmed: 'confirmed today 08:10' } },
    'GREEN',
    'Signed, sealed, confirmed today 08:10',
  ],
  [
    'to be confirmed for a reason of its own',
    {
      inForce: { ...sealed, confirmState: 'DUE', confirmed: 'The clinician has changed since it was signed: confirm on the day' },
    },
    'AMBER',
    'The clinician has changed since it was signed: confirm on the day',
  ],
  ['being sealed', { inForce: { ...sealed, sealState: 'SEALING' } }, 'AMBER', 'Signed, not sealed yet'],
  ['not sealed, as it failed', { inForce: { ...sealed, sealState: 'FAILED' } }, 'AMBER', 'Signed, not sealed yet'],
  ['to be confirmed', { inForce: { ...sealed, confirmState: 'DUE' } }, 'AMBER', 'Signed: confirm on the day'],
  ['imported', { inForce: { ...sealed, ...imported } }, 'AMBER', 'Imported: see the paper form'],
  [
    'imported, and confirmed on the day',
    { inForce: { ...sealed, ...imported, confirmState: 'CONFIRMED' } },
    'AMBER',
    'Imported: see the paper form',
  ],
  [
    'imported, and to be confirmed',
    { inForce: { ...sealed, ...imported, confirmState: 'DUE' } },
    'AMBER',
    'Signed: confirm on the day',
  ],
  ['imported, and lapsed', { inForce: { ...sealed, ...imported, confirmState: 'LAPSED' } }, 'RED', 'The consent has lapsed'],
  ['asked about', { hasOpenQuestion: true }, 'AMBER', 'Signed, but a question is open'],
  ['followed by a draft', { status: 'DRAFT', isNewest: false }, 'AMBER', 'Signed, but a newer version is open'],
  ['followed by one that is sent', { status: 'SENT', isNewest: false }, 'AMBER', 'Signed, but a newer version is open'],
  ['followed by one that was declined', { status: 'DECLINED', isNewest: false }, 'RED', 'The patient does not agree'],
  ['followed by one that was withdrawn', { status: 'WITHDRAWN', isNewest: false }, 'RED', 'The consent is withdrawn'],
  ['lapsed', { inForce: { ...sealed, confirmState: 'LAPSED' } }, 'RED', 'The consent has lapsed'],
  [
    'lapsed, and followed by a draft',
    { status: 'DRAFT', isNewest: false, inForce: { ...sealed, confirmState: 'LAPSED' } },
    'RED',
    'The consent has lapsed',
  ],
  ['of a deceased patient', { patientStatus: 'DECEASED' }, 'RED', 'The patient is recorded as deceased'],
  ['of a merged record', { patientStatus: 'MERGED' }, 'RED', 'The record was merged into another'],
  ['of an inactive patient', { patientStatus: 'INACTIVE' }, 'GREEN', 'Signed and sealed'],
])('a version in force that is %s', (_, change, light, reason) => {
  expect(lightOf(standing(change))).toEqual({ light, reason });
});

test.each<[CaseStatus, string]>([
  ['DECLINED', 'Recorded in error'],
  ['WITHDRAWN', 'Recorded in error'],
  ['EXPIRED', 'Recorded in error'],
  ['SENT', 'Nobody has signed yet'],
  ['DRAFT', 'No consent yet'],
])('with nothing in force and the last version recorded in error, an older one that is %s reads: %s', (status, reason) => {
  expect(lightOf(standing({ status, inForce: null, isNewest: false, isLastVoided: true })).reason).toBe(reason);
});

test('no status is green without a version in force', () => {
  for (const status of CASE_STATUSES)
    expect(lightOf(standing({ status, inForce: null, isNewest: false })).light).not.toBe('GREEN');
});

test('of two lights the worse one is shown, and of two that are alike the first', () => {
  const light = (colour: Light['light'], reason = '') => ({ light: colour, reason });
  for (const [at, one] of LIGHTS.entries())
    for (const [other, each] of LIGHTS.entries())
      expect(worseLight(light(one), light(each)).light).toBe(LIGHTS[Math.min(at, other)]);
  expect(worseLight(light('RED', 'first'), light('RED', 'second')).reason).toBe('first');
});

test('a case that is over is not listed any more, nor one of a patient who takes no consent', () => {
  expect(CASE_STATUSES.filter((status) => !mayList({ status, patientStatus: 'ACTIVE' }))).toEqual([
    'WITHDRAWN',
    'VOIDED',
    'SUPERSEDED',
  ]);
  expect(PATIENT_STATUSES.filter((patientStatus) => !mayList({ status: 'SIGNED', patientStatus }))).toEqual([
    'DECEASED',
    'MERGED',
  ]);
});

test('a listing is a date and a list, with or without a theatre', () => {
  const listing = { date: '2026-08-07', theatre: 'Theatre 2', listType: 'THEATRE' };
  expect(v.parse(Listing, listing)).toEqual(listing);
  expect(v.parse(Listing, { ...listing, theatre: null }).theatre).toBeNull();
});

test.each([
  [{ date: '2026-02-30', theatre: null, listType: 'THEATRE' }, 'The date must be a real date like 1950-03-14'],
  [{ date: '0000-01-01', theatre: null, listType: 'THEATRE' }, 'The date must not be before 1 January 2000'],
  [{ date: '2026-08-07', theatre: ' ', listType: 'THEATRE' }, 'Enter the theatre'],
  [{ date: '2026-08-07', theatre: 'x'.repeat(61), listType: 'THEATRE' }, 'The Theatre must be at most 60 characters'],
  [{ date: '2026-08-07', theatre: '2', listType: 'ALL' }, 'The list must be one of THEATRE, CLINIC, WAITING'],
])('a listing that is not right says why: %o', (listing, message) => {
  expect(v.safeParse(Listing, listing).issues?.[0].message).toBe(message);
});

test('a report that a form was signed on paper makes no light better, and says what is missing', () => {
  for (const status of CASE_STATUSES)
    for (const inForce of [null, standing({}).inForce]) {
      const told = standing({ status, inForce, isNewest: inForce !== null });
      expect(lightOf({ ...told, onPaper: 'NO_SCAN' }).light).toBe(lightOf(told).light);
    }
  const out = standing({ status: 'SENT', inForce: null, isNewest: false });
  expect(lightOf({ ...out, onPaper: 'NO_SCAN' })).toEqual({ light: 'AMBER', reason: 'Signed on paper: no scan yet' });
  expect(lightOf({ ...out, onPaper: 'SCAN' })).toEqual({ light: 'AMBER', reason: 'Signed on paper: scan to be checked' });
  expect(lightOf({ ...out, onPaper: null }).reason).toBe('Nobody has signed yet');
  expect(lightOf({ ...out, status: 'DECLINED', onPaper: 'NO_SCAN' }).reason).toBe('The patient does not agree');
});
