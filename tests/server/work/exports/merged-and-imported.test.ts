import { randomUUID } from 'node:crypto';
import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import type { ExportName } from '#contract/exports.ts';
import { consentDesk } from '#tests/server/work/imports/consent-desk.ts';
import { aPatient, draft, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { aConsent, consentsCsv } from '#tests/support/people/consent-files.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Wanted = { [N in ExportName]: readonly [name: N, filter: Omit<Input<N>, 'format'>, by?: Caller] }[ExportName];

/** The line of a case in a list's CSV, by the headings. */
async function lineOf([name, filter, by = staff]: Wanted, recordID: string): Promise<Record<string, string>> {
  const file = await callForFile(calls[name], { ...filter, format: 'CSV' }, app.wire(by.token));
  const text = (await file.text()).replace('\uFEFF', '');
  const lines = papaparse.parse<Record<string, string>>(text, { header: true }).data;
  return lines.find((line) => line['recordID'] === recordID) ?? {};
}

const newPatient = async (change: Parameters<typeof aPatient>[0], by: Caller = staff) =>
  (await by.call('patientCreate', aPatient(change))).data.patient;

async function listed(recordID: string): Promise<void> {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  const place = { date: '2026-09-03', theatre: null, listType: 'THEATRE' } as const;
  await staff.call('recordUpdate', { recordID, version, listed: place });
}

const DAYS = { startDate: '2026-09-03', endDate: '2026-09-03' };

test('a case of a merged record leaves with that record beside the one in use, from every list of cases', async () => {
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  const stays = await newPatient({ lastName: 'Demo-Stays' });
  const gone = await newPatient({ firstName: 'Jo', lastName: 'Demo-Gone', dateOfBirth: '1950-03-15' }, referrer);
  const referred = { patientID: gone.id, to: { speciality: 'Ophthalmology' }, question: 'Is it right?' };
  const referral = (await referrer.call('recordRefer', referred)).data.recordID;
  const { recordID } = await draft(staff, { patientID: gone.id });
  await listed(recordID);
  const eyes = await signIn(app, 'eyes@demo.nhs.uk');
  const lists: readonly (readonly [Wanted, string])[] = [
    [['exportRecords', {}], recordID],
    [['exportConsents', { myConsents: false }], recordID],
    [['exportListed', DAYS], recordID],
    [['exportReferrals', { referral: 'MINE' }, eyes], referral],
  ];
  const none = { 'Merged from': '', 'Merged from: name': '', 'Merged from: born': '', mergedFromID: '' };
  for (const [wanted, id] of lists) expect(await lineOf(wanted, id), wanted[0]).toMatchObject({ patientID: gone.id, ...none });
  await staff.call('patientUpdateStatus', { id: gone.id, version: gone.version, status: 'MERGED', mergedInto: stays.id });
  for (const [wanted, id] of lists)
    expect(await lineOf(wanted, id), wanted[0]).toMatchObject({
      'Last name': 'Demo-Stays',
      patientID: stays.id,
      'Merged from': gone.recordID,
      'Merged from: name': 'DEMO-GONE, Jo',
      'Merged from: born': '1950-03-15',
      mergedFromID: gone.id,
    });
});

test('a consent from a file says so in every state, and one that was made here says that it is not', async () => {
  const patient = await newPatient({ nhsNumber: testNhsNumber(700) });
  const own = await draft(staff, { patientID: patient.id });
  const desk = consentDesk(app, (await signIn(app, 'bch@demo.nhs.uk')).token);
  const file = consentsCsv([aConsent(patient), aConsent(patient, { status: 'Withdrawn', side: 'Left' })]);
  const { digest } = (await desk.preview(file)).data.file;
  const { recordData } = (await desk.commit(file, { digest, key: randomUUID() })).data;
  const [signed = '', withdrawn = ''] = recordData.map(({ recordID }) => recordID);
  for (const id of [signed, own.recordID]) await listed(id);
  const toldIn = async (wanted: Wanted) => {
    const told = [];
    for (const id of [signed, own.recordID, withdrawn]) told.push((await lineOf(wanted, id))['Imported']);
    return told;
  };
  expect(await toldIn(['exportRecords', {}])).toEqual(['yes', 'no', 'yes']);
  expect(await toldIn(['exportConsents', { myConsents: false }])).toEqual(['yes', 'no', 'yes']);
  // One that was withdrawn is on no theatre list.
  expect(await toldIn(['exportListed', DAYS])).toEqual(['yes', 'no', undefined]);
});
