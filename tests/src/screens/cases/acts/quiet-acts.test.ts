import { describe, expect, test } from 'vitest';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { mayRecordInError, quietActs } from '#src/screens/cases/acts/quiet-acts.ts';

const may = (key: string) => SEEDED_ROLES.find((role) => role.key === key)?.permissions ?? [];
const clinician = may('CLINICIAN');

describe('what else can be done', () => {
  test('a draft that was never sent can be deleted, one of several versions only voided', () => {
    expect(quietActs({ status: 'DRAFT', versions: 1 }, clinician)).toEqual(['void', 'delete']);
    expect(quietActs({ status: 'DRAFT', versions: 2 }, clinician)).toEqual(['void']);
  });

  test('a new version is offered once somebody has signed; before that the form itself is changed', () => {
    expect(quietActs({ status: 'SENT', versions: 1 }, clinician)).toEqual(['recall', 'void']);
    expect(quietActs({ status: 'PARTIALLY_SIGNED', versions: 1 }, clinician)).toEqual(['recall', 'reopen', 'void']);
  });

  test('a signed consent is withdrawn, or recorded in error', () => {
    expect(quietActs({ status: 'SIGNED', versions: 1 }, clinician)).toEqual(['reopen', 'reconsent', 'withdraw', 'void']);
  });

  test('nobody is offered what they may not do', () => {
    expect(quietActs({ status: 'SIGNED', versions: 1 }, may('NURSE'))).toEqual(['withdraw']);
    for (const status of CASE_STATUSES) expect(quietActs({ status, versions: 1 }, may('READ_ONLY'))).toEqual([]);
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
    expect(quietActs({ status: 'SIGNED', versions: 1, local: here }, clinician)).toEqual(['withdraw']);
    const stopped = { item: 'op', status: 'WITHDRAWN', signed: [] } as const;
    expect(quietActs({ status: 'SIGNED', versions: 1, local: { ...here, blocked: stopped } }, clinician)).toEqual([]);
  });
});
