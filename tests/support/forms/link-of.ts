import { randomUUID } from 'node:crypto';
import type { TestApp } from '#tests/support/server/app.ts';
import { aPatient, callerOf, draft, type Caller } from './builders.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { ticketDetails } from './ticket-details.ts';

/** A form that was mailed to its patient, and the token in the mail. */
export type MailedForm = {
  consentID: string;
  recordID: string;
  patientID: string;
  address: string;
  lastName: string;
  dateOfBirth: string;
  token: string;
};

/** Sends a new patient's form by email and opens the mail. */
export async function mailedForm(app: TestApp, staff: Caller, change: Parameters<typeof draft>[1] = {}): Promise<MailedForm> {
  const address = `patient-${randomUUID().slice(0, 8)}@example.org`;
  const { patient } = (await staff.call('patientCreate', aPatient({ emailAddress: address }))).data;
  const { consentID, recordID, version } = await draft(staff, { patientID: patient.id, ...change });
  await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
  const { lastName, dateOfBirth } = patient;
  return { consentID, recordID, patientID: patient.id, address, lastName, dateOfBirth, token: await tokenIn(app, address) };
}

/** The token of the newest link that was mailed to an address. @throws Error without one */
export async function tokenIn(app: TestApp, address: string): Promise<string> {
  const token = (await mailsTo(app, address))
    .findLast(({ link }) => link?.includes('/login/l_'))
    ?.link?.split('/')
    .at(-1);
  if (token === undefined) throw new Error(`No link was mailed to ${address}`);
  return token;
}

/** Answers the questions of a patient's link, and holds the ticket that it gives. */
export async function visit(
  app: TestApp,
  { token, dateOfBirth, lastName }: Pick<MailedForm, 'token' | 'dateOfBirth' | 'lastName'>,
) {
  const nobody = callerOf(app);
  await nobody.call('consentVerifyUser', { token });
  const { ticket } = await nobody.call('recordVerifyPatient', { id: token, patientDetails: { dateOfBirth, lastName } });
  const holder = callerOf(app, ticket);
  const details = ticketDetails(await holder.call('consentDetailsByToken', { token: ticket }));
  return { ...holder, token: ticket, details };
}
