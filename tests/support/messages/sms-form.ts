import { aPatient, draft, type Caller } from '#tests/support/forms/builders.ts';

type Person = Parameters<typeof aPatient>[0];
let count = 0;

/** A form that is ready, of a patient with a mobile number of their own. */
export async function formWithPhone(staff: Caller, change: Person = {}) {
  count += 1;
  const phoneNumber = `07700 9${String(count).padStart(5, '0')}`;
  const { patient } = (await staff.call('patientCreate', aPatient({ firstName: 'Demo-Ottilie', phoneNumber, ...change }))).data;
  const { consentID, recordID, version } = await draft(staff, { patientID: patient.id });
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  return { consentID, recordID, patientID: patient.id, patient, phoneNumber };
}
export type FormWithPhone = Awaited<ReturnType<typeof formWithPhone>>;
