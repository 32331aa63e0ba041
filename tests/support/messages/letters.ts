import { callForFile } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { aPatient, draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import type { TestApp } from '#tests/support/server/app.ts';

export const POSTAL_ADDRESS = '12 Demo Road\nDemo Town\nDE2 3MO';

/** Switches letters on, with so many in a month. */
export async function switchLetters(app: TestApp, state: 'ON' | 'OFF', letters: number | null = null): Promise<void> {
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { version } = (await admin.call('messagesSettings', {})).data;
  await admin.call('messagesSettingsUpdate', {
    ...MESSAGE_DEFAULTS,
    order: [...MESSAGE_DEFAULTS.order],
    channels: { ...MESSAGE_DEFAULTS.channels, LETTER: state },
    monthly: { smsParts: null, letters },
    version,
  });
}

type Person = Parameters<typeof aPatient>[0];

/** A form that is ready, of a patient with a postal address and nothing else. */
export async function formWithAddress(staff: Caller, change: Person = {}) {
  const person = aPatient({ firstName: 'Demo-Ottilie', address: POSTAL_ADDRESS, ...change });
  const { patient } = (await staff.call('patientCreate', person)).data;
  const { consentID, recordID, version } = await draft(staff, { patientID: patient.id });
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  return { consentID, recordID, patientID: patient.id, patient };
}

/** The PDF of a letter. @throws CallFailed where it is refused */
export async function letter(
  app: TestApp,
  { token }: Caller,
  input: Pick<Input<'linkLetter'>, 'consentID'> & Partial<Input<'linkLetter'>>,
): Promise<Buffer> {
  const file = await callForFile(calls.linkLetter, { signing_order: 1, address: POSTAL_ADDRESS, ...input }, app.wire(token));
  return Buffer.from(await file.arrayBuffer());
}
