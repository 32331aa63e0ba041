import { beforeEach, expect, test } from 'vitest';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { callerOf, handOver, inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import {
  capacityWithAttorney,
  capacityWithSecondOpinion,
  completeCapacity,
  DEMO_DAUGHTER,
  DEMO_SECOND_OPINION,
  formFourDraft,
  formFourSent,
} from '#tests/support/forms/form-4.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let second: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
  second = await signIn(app, 'eyes@demo.nhs.uk');
});

const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;

test('the clinician alone signs where nobody else must, and the form is sealed', async () => {
  const version = await formFourSent(staff);
  expect(version.recipients.map(({ role, required }) => [role, required])).toEqual([['CLINICIAN', true]]);
  const { data } = await staff.call('recordSign', typed(version));
  expect(data).toMatchObject({ status: 'SIGNED', sealState: 'SEALING' });
  await app.doJobs();
  const { consents } = await details(version.recordID);
  expect(consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED', formType: 'FORM_4' });
  expect((await staff.download(version.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('nothing of it is handed to the patient, and nobody signs as the patient', async () => {
  const version = await formFourSent(staff);
  const { consentID } = version;
  const refused = await staff.refused('consentSendToSign', { consentID, role: 'PATIENT' });
  expect([refused.code, refused.fields.map(({ path }) => path)]).toEqual(['INVALID', ['role']]);
  const asPatient = { ...typed(version), role: 'PATIENT' as const };
  expect((await staff.refused('recordSign', asPatient)).code).toBe('FORBIDDEN');
  const withConsultee = await formFourSent(
    staff,
    completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } }),
  );
  const daughter = await handOver(app, staff, { consentID: withConsultee.consentID, role: 'CONSULTEE' });
  expect((await daughter.refused('recordSign', { ...inked(daughter.details), role: 'PATIENT' })).code).toBe('FORBIDDEN');
  expect((await details(withConsultee.recordID)).consents[0]!.signatures).toEqual([]);
});

test('the second opinion is signed under another account, and never by the clinician whose form it is', async () => {
  const version = await formFourSent(staff, capacityWithSecondOpinion());
  expect(version.recipients.map(({ role, recipient_name }) => [role, recipient_name])).toEqual([
    ['CLINICIAN', 'Demo Clinician'],
    ['SECOND_OPINION', DEMO_SECOND_OPINION.name],
  ]);
  const statement = version.statements['SECOND_OPINION'] ?? '';
  expect(statement).toContain('I have looked at this myself.');
  const opinion = { role: 'SECOND_OPINION' as const, statement };
  expect((await staff.refused('recordSign', typed(version, opinion))).code).toBe('FORBIDDEN');
  await staff.call('recordSign', typed(version));
  expect((await staff.refused('recordSign', typed(version, opinion))).code).toBe('FORBIDDEN');
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await nurse.refused('recordSign', typed(version, opinion))).code).toBe('FORBIDDEN');
  const { data } = await second.call(
    'recordSign',
    typed(version, { ...opinion, name: 'Somebody Else', typedName: 'Somebody Else' }),
  );
  expect(data.status).toBe('SIGNED');
  await app.doJobs();
  const { consents, timeline } = await details(version.recordID);
  expect(consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED' });
  expect(consents[0]!.signatures.find(({ role }) => role === 'SECOND_OPINION')?.name).toBe('Demo Eyes');
  expect(timeline.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['CAPACITY_ASSESSED', 'AUTHORITY_CHECKED', 'CONSULTED', 'SECOND_OPINION_GIVEN']),
  );
});

test('one clinician does not sign as both, in either order', async () => {
  const version = await formFourSent(staff, capacityWithSecondOpinion());
  const opinion = { role: 'SECOND_OPINION' as const, statement: version.statements['SECOND_OPINION'] ?? '' };
  await second.call('recordSign', typed(version, opinion));
  expect((await second.refused('recordSign', typed(version))).code).toBe('FORBIDDEN');
  const other = await formFourSent(staff, capacityWithSecondOpinion());
  await second.call('recordSign', typed(other));
  expect((await second.refused('recordSign', typed(other, opinion))).code).toBe('FORBIDDEN');
});

test('nor where the second opinion is signed on a tablet, without an account', async () => {
  const version = await formFourSent(staff, capacityWithSecondOpinion());
  await second.call('recordSign', typed(version));
  const eyes = await handOver(app, staff, { consentID: version.consentID, role: 'SECOND_OPINION' });
  expect((await eyes.refused('recordSign', inked(eyes.details))).code).toBe('FORBIDDEN');
  const other = await formFourSent(staff, capacityWithSecondOpinion());
  const first = await handOver(app, staff, { consentID: other.consentID, role: 'SECOND_OPINION' });
  await first.call('recordSign', inked(first.details));
  expect((await second.refused('recordSign', typed(other))).code).toBe('FORBIDDEN');
  expect((await staff.call('recordSign', typed(other))).data.status).toBe('SIGNED');
});

test('an attorney consents on the handed-over tablet, and the form waits for it', async () => {
  const version = await formFourSent(staff, capacityWithAttorney());
  expect(version.recipients.map(({ role, required }) => [role, required])).toEqual([
    ['CLINICIAN', true],
    ['CONSULTEE', true],
  ]);
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('PARTIALLY_SIGNED');
  const attorney = await handOver(app, staff, { consentID: version.consentID, role: 'CONSULTEE' });
  expect(attorney.details.statement).toContain('The law lets me decide for');
  expect(attorney.details.shown?.capacity).toMatchObject({ authority: { lpa: { names: ['Ann Demo-Attorney'] } } });
  expect((await attorney.call('recordSign', inked(attorney.details))).data.status).toBe('SIGNED');
  await app.doJobs();
  expect((await details(version.recordID)).consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED' });
});

test('of two attorneys who decide together each signs their own block', async () => {
  const version = await formFourSent(staff, capacityWithAttorney(['Ann Demo-Attorney', 'Bob Demo-Attorney'], true));
  const { consentID } = version;
  expect((await staff.refused('consentSendToSign', { consentID, role: 'CONSULTEE' })).code).toBe('INVALID');
  await staff.call('recordSign', typed(version));
  for (const [order, status] of [
    [2, 'PARTIALLY_SIGNED'],
    [3, 'SIGNED'],
  ] as const) {
    const { ticket } = await staff.call('consentSendToSign', { consentID, role: 'CONSULTEE', signing_order: order });
    const holder = callerOf(app, ticket);
    const shown = ticketDetails(await holder.call('consentDetailsByToken', { token: ticket }));
    expect((await holder.call('recordSign', inked(shown, { signing_order: order }))).data.status).toBe(status);
  }
});

test('a required consultee who says no ends the form; one who was only asked does not', async () => {
  const attorney = await formFourSent(staff, capacityWithAttorney());
  const no = await handOver(app, staff, { consentID: attorney.consentID, role: 'CONSULTEE' });
  const ended = await no.call('recordDecline', { consentID: attorney.consentID, reason: 'She would not want it', comments: '' });
  expect(ended.data).toMatchObject({ status: 'DECLINED', signerState: 'DECLINED' });
  expect((await staff.refused('recordSign', typed(attorney))).code).toBe('MOVE_REFUSED');

  const version = await formFourSent(staff, completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } }));
  const daughter = await handOver(app, staff, { consentID: version.consentID, role: 'CONSULTEE' });
  expect(daughter.details.statement).toContain('I do not give consent.');
  const { data } = await daughter.call('recordDecline', { consentID: version.consentID, reason: 'Not yet', comments: '' });
  expect(data).toMatchObject({ status: 'SENT', signerState: 'DECLINED' });
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('SIGNED');
  expect((await details(version.recordID)).consents[0]!.recipients.find(({ role }) => role === 'CONSULTEE')?.state).toBe(
    'DECLINED',
  );
});

test('an open Form 4 is not sent, and each fault names its field', async () => {
  const { consentID, version, data } = await formFourDraft(staff, { capacity: null });
  expect(data.missing.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['capacity.test.because', 'capacity.authority.lpa.found']),
  );
  const refused = await staff.refused('consentSend', { consentID, version, channel: 'DEVICE' });
  expect([refused.code, refused.fields.map(({ path }) => path)]).toEqual(['INVALID', data.missing.map(({ path }) => path)]);
});

test('a reopened form is assessed anew', async () => {
  const version = await formFourSent(staff);
  await staff.call('recordSign', typed(version));
  await app.doJobs();
  const { data } = await staff.call('recordReopen', { id: version.recordID, reason: 'A new finding' });
  expect(data).toMatchObject({ formType: 'FORM_4', status: 'DRAFT', capacity: null });
});
