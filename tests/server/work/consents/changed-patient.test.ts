import { expect, test } from 'vitest';
import { draft, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
const typesIn = async (recordID: string) => (await details(recordID)).timeline.map(({ type }) => type);
const change = async (recordID: string, fields: object) => {
  const { patient } = (await details(recordID)).record;
  const { version } = (await staff.call('patientGetDetails', { id: patient.id })).data.patient;
  await staff.call('patientUpdate', { id: patient.id, version, ...fields });
};

test('what a form that is out says of its patient, and the record no longer does, stands in the timeline', async () => {
  const { recordID } = await sent(staff);
  const before = (await pull(staff)).cursor;
  await change(recordID, { lastName: 'Demo-Newname', phoneNumber: '07700900001' });
  const { timeline, consents, record } = await details(recordID);
  expect(timeline.at(-1)).toMatchObject({
    type: 'PATIENT_CHANGED',
    detail: { changed: 'Last name' },
    versionId: consents[0]?.consentID,
  });
  expect([consents[0]?.shownPatient?.lastName === 'Demo-Newname', record.patient.lastName]).toEqual([false, 'Demo-Newname']);
  // Tablets learn of it with the next pull.
  const { changes } = await pull(staff, before);
  expect(changes.some(({ entity, id }) => entity === 'consent' && id === consents[0]?.consentID)).toBe(true);
  expect(await faultsOfCase(app, recordID)).toEqual([]);
});

test('other changes of the record, drafts and signed forms have no such event', async () => {
  const [out, open, done] = [await sent(staff), await draft(staff), await signed(app, staff)];
  await change(out.recordID, { phoneNumber: '07700900002' });
  for (const { recordID } of [open, done]) await change(recordID, { lastName: 'Demo-Other' });
  for (const { recordID } of [out, open, done]) expect(await typesIn(recordID)).not.toContain('PATIENT_CHANGED');
});
