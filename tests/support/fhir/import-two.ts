import { randomUUID } from 'node:crypto';
import { consentDesk } from '#tests/server/work/imports/consent-desk.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { aPatient, signIn } from '#tests/support/forms/builders.ts';
import { aConsent, consentsCsv } from '#tests/support/people/consent-files.ts';

/**
 * Imports two consents of a patient: one in force whose clinician nobody here is, and one of a clinician of here that ended before it
 * came.
 *
 * @returns their ids
 */
export async function importTwo(app: TestApp, nhsNumber: string): Promise<[inForce: string, ended: string]> {
  const { token } = await signIn(app, 'bch@demo.nhs.uk');
  const { dateOfBirth } = aPatient();
  const patient = { nhsNumber, dateOfBirth };
  const ended = { status: 'Withdrawn', side: 'Left', signed: '2026-02-03', clinician: 'Dr Demo Clinician', signer: '' };
  const file = consentsCsv([aConsent(patient, { id: 'OLD-1' }), aConsent(patient, { id: 'OLD-2', ...ended })]);
  const desk = consentDesk(app, token);
  const { digest } = (await desk.preview(file)).data.file;
  const { recordData } = (await desk.commit(file, { digest, key: randomUUID() })).data;
  const [one, other] = recordData.map(({ consentID = '' }) => consentID);
  return [one ?? '', other ?? ''];
}
