import { expect, test } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { READ_RULES } from '#server/http/read-rules.ts';

/** Calls of staff that read patient data and leave their line elsewhere. */
const LOGGED_ELSEWHERE: Partial<Record<CallName, string>> = {
  auditGet: 'TRAIL_READ in the security log',
  auditExport: 'TRAIL_EXPORTED in the security log',
  auditAccessReport: 'TRAIL_EXPORTED in the security log',
  exportPatients: 'LIST_EXPORTED in the security log',
  exportListed: 'LIST_EXPORTED in the security log',
  exportRecords: 'LIST_EXPORTED in the security log',
  exportConsents: 'LIST_EXPORTED in the security log',
  exportReferrals: 'LIST_EXPORTED in the security log',
  patientListedSheet: 'SHEET_DOWNLOADED in the security log',
};

/** Actors other than staff: signers read their own form. */
const OPEN: ReadonlySet<string> = new Set(['none', 'ticket', 'token', 'registering']);

const NAMES = Object.keys(calls) as CallName[];
const entryOf = (name: CallName): Call => calls[name];
const isOfStaff = (name: CallName) => !entryOf(name).access.every((each) => OPEN.has(each));
const answers = (name: CallName) => entryOf(name).holds.answer;

test('every call that reads patient data, as the contract says, leaves its line, of a record by its own rule', () => {
  const readings = NAMES.filter((name) => entryOf(name).method === 'GET' && isOfStaff(name) && answers(name) !== 'nothing');
  expect(readings.filter((name) => !(name in READ_RULES) && !(name in LOGGED_ELSEWHERE))).toEqual([]);
  expect(NAMES.filter((name) => name in LOGGED_ELSEWHERE && (name in READ_RULES || !readings.includes(name)))).toEqual([]);
  const ruled = NAMES.flatMap((name) => (READ_RULES[name] === undefined ? [] : [[name, READ_RULES[name]] as const]));
  for (const [name, { act, subject, copies, found }] of ruled) {
    expect([name, answers(name)]).toEqual([name, act === 'LIST' ? 'lines' : 'record']);
    expect([name, act === 'LIST' || subject !== undefined || copies !== undefined || found !== undefined]).toEqual([name, true]);
  }
  expect(readings.length).toBeGreaterThan(20);
});

test('a call whose answer has a date of birth, or names the patient of something, is declared to hold patient data', () => {
  const shows = NAMES.filter((name) => holdsField(entryOf(name).output, /^(?:dateOfBirth|patientID)$/));
  expect(shows.filter((name) => answers(name) === 'nothing')).toEqual([]);
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
