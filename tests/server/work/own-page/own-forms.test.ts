import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { callerOf, handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, draft2 } from '#tests/support/forms/form-2.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Somebody who comes back reaches their other forms about the same patient, and nobody else's.

type Staff = Caller & { email: string };
let staff: Staff;
const app = useTestApp();
beforeEach(async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  staff = { ...(await signIn(app, email)), email };
});
const versionOf = async ({ recordID }: Pick<MailedForm, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;

/** A form that its patient has signed at home, and the clinician after them. */
async function signedAtHome() {
  const form = await mailedForm(app, staff);
  const home = await visit(app, form);
  await home.call('recordSign', inked(home.details));
  await staff.call('recordSign', typed(await versionOf(form)));
  await app.doJobs();
  return { form, home };
}

/** Another form of the same patient, signed on the ward. */
async function signedOnWard({ patientID }: Pick<MailedForm, 'patientID'>) {
  const version = await sent(staff, { patientID });
  const tablet = await handOver(app, staff, version);
  await tablet.call('recordSign', inked(tablet.details));
  await staff.call('recordSign', typed(version));
  await app.doJobs();
  return { ...version, tablet };
}

test('the other forms of the same patient are listed and opened; the ticket ends with the link, and nothing says that a link was sent', async () => {
  const { form, home } = await signedAtHome();
  const other = await signedOnWard(form);
  const stranger = await signedAtHome();
  const { data } = await home.call('pageForms', {});
  expect(data).toEqual([expect.objectContaining({ consentID: other.consentID, status: 'SIGNED' })]);
  expect(data[0]?.caseNumber).toMatch(/^C-\d{6}$/);
  const opened = await home.call('pageOpen', { otherId: other.consentID });
  expect(opened.data).toEqual({ consentID: other.consentID, role: 'PATIENT' });
  const there = callerOf(app, opened.ticket);
  expect((await there.download(other.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await there.call('pageForms', {})).data.map(({ consentID }) => consentID)).toEqual([form.consentID]);
  const { Timeline } = await versionOf(other);
  expect(Timeline.map(({ type }) => type)).not.toContain('LINK_SENT');
  expect(Timeline.at(-1)).toMatchObject({ type: 'LINK_VERIFIED', actor: { role: 'PATIENT' } });
  for (const consentID of [stranger.form.consentID, form.consentID, crypto.randomUUID()])
    expect((await home.refused('pageOpen', { otherId: consentID })).code).toBe('NOT_FOUND');
  app.clock.advance(app.deps.settings.linkDays * DAY + HOUR);
  expect((await there.refused('pageForms', {})).status).toBe(401);
});

test('a tablet that was handed over shows one form alone; one that is not answered, or was a mistake, is on no list', async () => {
  const { form, home } = await signedAtHome();
  const other = await signedOnWard(form);
  await sent(staff, { patientID: form.patientID });
  const tablet = await handOver(app, staff, await sent(staff, { patientID: form.patientID }));
  expect((await tablet.call('pageForms', {})).data).toEqual([]);
  expect((await tablet.refused('pageOpen', { otherId: other.consentID })).code).toBe('FORBIDDEN');
  expect((await home.call('pageForms', {})).data).toHaveLength(1);
  await staff.call('recordVoid', { consentID: other.consentID, kind: 'OTHER', reason: 'Two of one kind' });
  expect((await home.call('pageForms', {})).data).toEqual([]);
  expect((await home.refused('pageOpen', { otherId: other.consentID })).code).toBe('NOT_FOUND');
});

test('a parent reaches the forms of this child that they have answered themselves, and not those of another adult', async () => {
  const mother = aParent({ emailAddress: 'mother.demo@example.org' });
  const first = await mailedTo(mother);
  const home = await visit(app, first);
  await home.call('recordSign', inked(home.details));
  const next = await mailedTo(mother, first.patientID);
  const again = await visit(app, next);
  await again.call('recordSign', inked(again.details));
  const foreign = await mailedTo(aParent({ name: 'Carla Demo-Carer', emailAddress: 'carer.demo@example.org' }), first.patientID);
  const carer = await visit(app, foreign);
  await carer.call('recordSign', inked(carer.details));
  expect((await home.call('pageForms', {})).data.map(({ consentID }) => consentID)).toEqual([next.consentID]);
  expect((await carer.call('pageForms', {})).data).toEqual([]);
  expect((await home.call('pageOpen', { otherId: next.consentID })).data.role).toBe('PARENT');
  expect((await carer.refused('pageOpen', { otherId: first.consentID })).code).toBe('NOT_FOUND');
});

async function mailedTo(parent: ReturnType<typeof aParent>, patientID?: string): Promise<MailedForm> {
  const { consentID, recordID, version } = await draft2(staff, {
    parents: [parent],
    ...(patientID === undefined ? {} : { patientID }),
  });
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  await staff.call('recordSendInvite', { id: recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
  const { patient } = (await staff.call('recordDetails', { id: recordID })).data.record;
  const address = parent.emailAddress ?? '';
  return {
    consentID,
    recordID,
    patientID: patient.id,
    address,
    token: await tokenIn(app, address),
    dateOfBirth: patient.dateOfBirth,
    lastName: parent.name.split(' ').at(-1) ?? '',
  };
}
