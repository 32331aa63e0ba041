import { expect, test } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { READ_RULES } from '#server/http/read-rules.ts';

/** Calls with a permission on patients, or with names in their answers, that show no record, or leave their line elsewhere, and why none stands above. */
const NOT_READINGS: Partial<Record<CallName, string>> = {
  exportPatients: 'LIST_EXPORTED in the security log',
  exportListed: 'LIST_EXPORTED in the security log',
  exportRecords: 'LIST_EXPORTED in the security log',
  exportConsents: 'LIST_EXPORTED in the security log',
  exportReferrals: 'LIST_EXPORTED in the security log',
  patientListedSheet: 'SHEET_DOWNLOADED in the security log',
  importProgress: 'a number',
  recordReferralAmounts: 'numbers',
  recordAddressees: 'colleagues',
  userGetClinicians: 'colleagues',
  userAuthoriseList: 'people who ask for an account',
  exportProcedures: 'the library',
  procedureGet: 'the library',
  procedureGetDetails: 'the library',
  templatesGet: 'the library',
  templatesGetVersions: 'the library',
};

/** Actors other than staff: signers read their own form. */
const OPEN: ReadonlySet<string> = new Set(['none', 'ticket', 'token', 'registering']);

const NAMES = Object.keys(calls) as CallName[];

test('every call that reads with a permission on patients, consents or referrals says what it leaves in the access log, or why nothing', () => {
  const isReading = ({ method, access }: Call) =>
    method === 'GET' && access.some((each) => /^(patients|consents|referrals)\./.test(each));
  const readings = NAMES.filter((name) => isReading(calls[name]));
  expect(readings.filter((name) => !(name in READ_RULES) && !(name in NOT_READINGS))).toEqual([]);
  expect(NAMES.filter((name) => name in READ_RULES && name in NOT_READINGS)).toEqual([]);
  expect(readings.length).toBeGreaterThan(20);
});

test('so does every call whose answer holds a first name or a date of birth, whatever its permission', () => {
  const shows = NAMES.filter((name) => {
    const { method, access, output }: Call = calls[name];
    return method === 'GET' && !access.some((each) => OPEN.has(each)) && holdsField(output, /^(?:firstName|dateOfBirth)$/);
  });
  expect(shows.filter((name) => !(name in READ_RULES) && !(name in NOT_READINGS))).toEqual([]);
  expect(shows).toEqual(expect.arrayContaining(['patientGetDetails', 'recordGet', 'retentionProposals', 'retentionHolds']));
});

/** Whether a schema has a field of such a name at any depth. */
function holdsField(schema: unknown, name: RegExp, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  if ('entries' in schema && Object.keys(schema.entries ?? {}).some((key) => name.test(key))) return true;
  return Object.values(schema).some((part) => holdsField(part, name, seen));
}

test('no call that a tablet queues is a reading: what an envelope changes stands in timelines', () => {
  const queued = NAMES.filter((name) => (calls[name] as Call).offline === 'queue');
  expect(queued.filter((name) => name in READ_RULES)).toEqual([]);
});
