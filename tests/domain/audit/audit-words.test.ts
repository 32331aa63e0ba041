import { PATIENT_CHANGE_KINDS, PATIENT_CHANGE_WORDS } from '#domain/patients/patient-history.ts';
import { actWords, detailWords } from '#domain/audit/audit-words.ts';
import { expect, test } from 'vitest';

test('each change of a patient’s details is told in words, with the labels of the fields', () => {
  const line = { source: 'PATIENT', actor: null, isEndedByNewer: false } as const;
  for (const type of PATIENT_CHANGE_KINDS) expect(actWords({ ...line, type }).words).toBe(PATIENT_CHANGE_WORDS[type]);
  expect(detailWords({ source: 'PATIENT', detail: 'firstName, status, mergedInto' })).toBe('First name, Status, Merged into');
  expect(detailWords({ source: 'PATIENT', detail: '' })).toBe('');
  expect(detailWords({ source: 'SECURITY', detail: 'all days, P-000001' })).toBe('all days, P-000001');
});
