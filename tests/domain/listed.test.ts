import { lightOf, Listing, mayList } from '#domain/listed.ts';
import { CASE_STATUSES, type CaseStatus } from '#domain/states.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const sealed = { sealState: 'SEALED', confirmState: 'NOT_REQUIRED' } as const;

test.each<[CaseStatus, string, string]>([
  ['DRAFT', 'RED', 'No consent yet'],
  ['UNDER_REVIEW', 'RED', 'No consent yet'],
  ['READY', 'RED', 'No consent yet'],
  ['SENT', 'AMBER', 'Nobody has signed yet'],
  ['PARTIALLY_SIGNED', 'AMBER', 'Not everybody has signed yet'],
  ['DECLINED', 'RED', 'The patient does not agree'],
  ['WITHDRAWN', 'RED', 'The consent is withdrawn'],
  ['EXPIRED', 'RED', 'The time to sign has ended'],
  ['VOIDED', 'RED', 'No consent yet'],
])('with nothing in force, %s is %s: %s', (status, light, reason) => {
  expect(lightOf({ status, inForce: null, isNewest: false })).toEqual({ light, reason });
});

test('what is in force is green only when it is sealed, the newest, and need not be confirmed', () => {
  const ofForce = (change: object, isNewest = true) =>
    lightOf({ status: isNewest ? 'SIGNED' : 'DRAFT', inForce: { ...sealed, ...change }, isNewest }).light;
  expect(ofForce({})).toBe('GREEN');
  expect(ofForce({ confirmState: 'CONFIRMED' })).toBe('GREEN');
  expect(ofForce({ sealState: 'SEALING' })).toBe('AMBER');
  expect(ofForce({ sealState: 'FAILED' })).toBe('AMBER');
  expect(ofForce({ confirmState: 'DUE' })).toBe('AMBER');
  expect(ofForce({}, false)).toBe('AMBER');
  expect(ofForce({ confirmState: 'LAPSED' })).toBe('RED');
  expect(ofForce({ confirmState: 'LAPSED' }, false)).toBe('RED');
});

test('no status is green without a version in force', () => {
  for (const status of CASE_STATUSES) expect(lightOf({ status, inForce: null, isNewest: false }).light).not.toBe('GREEN');
});

test('a case that is over is not listed any more', () => {
  expect(CASE_STATUSES.filter((status) => !mayList(status))).toEqual(['WITHDRAWN', 'VOIDED', 'SUPERSEDED']);
});

test.each([
  [{ date: '2026-02-30', theatre: null, listType: 'THEATRE' }, 'The date must be a real date like 1950-03-14'],
  [{ date: '0000-01-01', theatre: null, listType: 'THEATRE' }, 'The date must not be before 1 January 2000'],
  [{ date: '2026-08-07', theatre: ' ', listType: 'THEATRE' }, 'The Theatre is required'],
  [{ date: '2026-08-07', theatre: 'x'.repeat(61), listType: 'THEATRE' }, 'The Theatre must be at most 60 characters'],
  [{ date: '2026-08-07', theatre: '2\n3', listType: 'THEATRE' }, 'The Theatre must not hold control characters'],
  [{ date: '2026-08-07', theatre: '2', listType: 'ALL' }, 'The list must be one of THEATRE, CLINIC, WAITING'],
])('a listing that is not right says why: %o', (listing, message) => {
  expect(v.safeParse(Listing, listing).issues?.[0].message).toBe(message);
});
