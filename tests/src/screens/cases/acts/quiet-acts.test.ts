import { describe, expect, test } from 'vitest';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { mayRecordInError, quietActs } from '#src/screens/cases/acts/quiet-acts.ts';

const may = (key: string) => SEEDED_ROLES.find((role) => role.key === key)?.permissions ?? [];
const clinician = may('CLINICIAN');

const ONE = { consentID: 'one', Timeline: [] };
const SENT: TimelineEvent = {
  id: 'e',
  at: '2026-08-06T14:05:00.000Z',
  deviceAt: null,
  type: 'CONSENT_SENT',
  actor: { kind: 'STAFF', name: 'Demo Clinician', role: 'Clinician' },
  versionId: 'one',
  detail: {},
  prevHash: '',
  hash: '',
};

describe('what else can be done', () => {
  test('a draft that was never sent can be deleted, one that was out only recorded in error', () => {
    expect(quietActs({ ...ONE, status: 'DRAFT' }, clinician)).toEqual(['void', 'delete']);
    expect(quietActs({ ...ONE, status: 'DRAFT', Timeline: [SENT] }, clinician)).toEqual(['void']);
    // A draft of a new version goes, whatever its case has seen.
    expect(quietActs({ ...ONE, status: 'DRAFT', Timeline: [{ ...SENT, versionId: 'before' }] }, clinician)).toEqual([
      'void',
      'delete',
    ]);
  });

  test('a new version is offered once somebody has signed; before that the form itself is changed', () => {
    expect(quietActs({ ...ONE, status: 'SENT' }, clinician)).toEqual(['recall', 'void']);
    expect(quietActs({ ...ONE, status: 'PARTIALLY_SIGNED' }, clinician)).toEqual(['recall', 'reopen', 'void']);
  });

  test('a signed consent is withdrawn, or recorded in error', () => {
    expect(quietActs({ ...ONE, status: 'SIGNED' }, clinician)).toEqual(['reopen', 'reconsent', 'withdraw', 'void']);
  });

  test('nobody is offered what they may not do', () => {
    expect(quietActs({ ...ONE, status: 'SIGNED' }, may('NURSE'))).toEqual(['withdraw']);
    for (const status of CASE_STATUSES) expect(quietActs({ ...ONE, status }, may('READ_ONLY'))).toEqual([]);
  });

  test('any version is recorded in error but one that was before, by those who may', () => {
    for (const status of CASE_STATUSES) {
      expect(mayRecordInError({ status }, clinician)).toBe(status !== 'VOIDED');
      expect(mayRecordInError({ status, voidKind: null }, clinician)).toBe(true);
      expect(mayRecordInError({ status, voidKind: null }, may('NURSE'))).toBe(false);
    }
    expect(mayRecordInError({ status: 'VOIDED', voidKind: 'OTHER' }, clinician)).toBe(false);
    const unsent = { isUnsent: true, signed: [], allSignedAt: null };
    expect(mayRecordInError({ status: 'SIGNED', voidKind: null, local: unsent }, clinician)).toBe(false);
  });

  test('what waits to be sent is first sent, but for a withdrawal; behind what needs a person nothing is offered', () => {
    const here = { isUnsent: true, signed: [], allSignedAt: null };
    expect(quietActs({ ...ONE, status: 'SIGNED', local: here }, clinician)).toEqual(['withdraw']);
    const stopped = { item: 'op', status: 'WITHDRAWN', signed: [] } as const;
    expect(quietActs({ ...ONE, status: 'SIGNED', local: { ...here, blocked: stopped } }, clinician)).toEqual([]);
  });
});
