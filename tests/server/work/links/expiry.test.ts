import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { callerOf, sent, signIn, wave, type Caller } from '#tests/support/forms/builders.ts';
import { anotherParent, aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { mailedForm } from '#tests/support/forms/link-of.ts';
import { kept, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const MINUTE = HOUR / 60;
type Ids = { readonly consentID: string; readonly recordID: string };

const tablet = { deviceId: randomUUID(), deviceSecret: randomBytes(32).toString('base64') };
let staff: Caller & { token: string };
const app = useTestApp();
// The clock of the tests goes on by days: nobody stays signed in.
beforeEach(() => renewSession());
async function renewSession(): Promise<void> {
  staff = await signIn(app);
  await staff.call('userDevice', { ...tablet, name: 'Demo tablet' });
}

const versionOf = async ({ recordID }: Ids) => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
const eventsOf = async ({ recordID }: Ids) =>
  (await staff.call('recordDetails', { id: recordID })).data.timeline.map(({ type }) => type);
const nowOf = () => new Date(app.clock.now()).toISOString();

async function waitUntilLinksEnd(): Promise<void> {
  app.clock.advance(14 * DAY + HOUR);
  await expireLinks(app.deps);
  await renewSession();
}

/** A handover and a drawn signature of the patient, as a tablet without a network queues them now. */
async function queuedSignature(form: Ids) {
  const { contentDigest, statements, recipients } = await versionOf(form);
  const capturedAt = nowOf();
  const about = { consentID: form.consentID, role: 'PATIENT' as const, handoverId: randomUUID() };
  const signature = {
    ...about,
    name: recipients[0]?.recipient_name ?? '',
    method: 'DRAWN' as const,
    strokes: wave(),
    statement: statements['PATIENT'] ?? '',
    contentDigest: contentDigest ?? '',
    capturedAt,
  };
  return [kept('consentSendToSign', about, { capturedAt }), kept('recordSign', signature, { capturedAt })] as const;
}
const sendQueued = async (calls: Parameters<typeof sendEnvelope>[2]) =>
  (await sendEnvelope(app, { token: staff.token, deviceId: tablet.deviceId }, calls)).map(({ status }) => status);

test('a link from before a form was opened again does not count when its time ends once more', async () => {
  const addresses = [`mother-${randomUUID()}@example.org`, `father-${randomUUID()}@example.org`] as const;
  const parents = [aParent({ emailAddress: addresses[0] }), anotherParent({ emailAddress: addresses[1] })];
  const form = await sent2(staff, family2({ parents }));
  const mail = (order: number) =>
    staff.call('consentSendEmail', { consentID: form.consentID, role: 'PARENT', signing_order: order });
  for (const order of [1, 2]) await mail(order);
  await waitUntilLinksEnd();
  expect((await versionOf(form)).status).toBe('EXPIRED');
  // The father comes to the clinic.
  await mail(1);
  await waitUntilLinksEnd();
  expect((await versionOf(form)).status).toBe('SENT');
  for (const order of [1, 2]) await mail(order);
  await waitUntilLinksEnd();
  expect((await versionOf(form)).status).toBe('EXPIRED');
});

test('a handover that a tablet sends late ends the links from before it, and no newer one', async () => {
  const [older, newer] = [await mailedForm(app, staff), await sent(staff, await withAddress())];
  const late = [await queuedSignature(older), await queuedSignature(newer)].map(([handover]) => handover);
  app.clock.advance(MINUTE);
  await staff.call('consentSendEmail', { consentID: newer.consentID, role: 'PATIENT' });
  app.clock.advance(MINUTE);
  expect(await sendQueued(late)).toEqual([200, 200]);
  expect((await versionOf(older)).links?.[0]?.state).toBe('ENDED');
  expect((await versionOf(newer)).links?.[0]?.state).toBe('CREATED');
  expect(await eventsOf(newer)).not.toContain('LINK_ENDED');
});

test('who signed on a tablet without a network before the time of the link ended has signed in good time', async () => {
  const form = await mailedForm(app, staff);
  app.clock.advance(5 * DAY);
  await renewSession();
  const queued = await queuedSignature(form);
  await waitUntilLinksEnd();
  expect((await versionOf(form)).status).toBe('EXPIRED');
  // An online tablet must resume the form before a handover starts.
  const { code } = await staff.refused('consentSendToSign', { consentID: form.consentID, role: 'PATIENT' });
  expect(code).toBe('MOVE_REFUSED');
  expect(await sendQueued(queued)).toEqual([200, 200]);
  const { status, signatures, links } = await versionOf(form);
  expect([status, signatures.map(({ role }) => role), links?.[0]?.state]).toEqual(['PARTIALLY_SIGNED', ['PATIENT'], 'ENDED']);
  const events = await eventsOf(form);
  expect(events.slice(events.indexOf('EXPIRED'))).toEqual(['EXPIRED', 'RESUMED', 'HANDOVER_STARTED', 'SIGNED']);
});

test('a handover that was begun without a network opens no version again of which a newer one is written', async () => {
  const form = await mailedForm(app, staff);
  const queued = await queuedSignature(form);
  await waitUntilLinksEnd();
  await staff.call('recordReopen', { id: form.recordID, reason: 'Another side' });
  expect(await sendQueued(queued.slice(0, 1))).toEqual([409]);
  const { consents } = (await staff.call('recordDetails', { id: form.recordID })).data;
  expect(consents.map(({ status }) => status).toSorted()).toEqual(['DRAFT', 'EXPIRED']);
});

test('a code whose first use is a right answer lasts two weeks from then on, as with the button', async () => {
  const { patientID } = await withAddress();
  const form = await sent(staff, { patientID });
  const { patient } = (await staff.call('patientGetDetails', { id: patientID })).data;
  const invites = [{ signing_order: 1, channel: 'QR' as const }];
  const [shown] = (await staff.call('recordSendInvite', { id: form.recordID, invites })).data;
  const id = shown?.link?.url.split('/').at(-1) ?? '';
  const patientDetails = { dateOfBirth: patient.dateOfBirth, lastName: patient.lastName };
  await callerOf(app).call('recordVerifyPatient', { id, patientDetails });
  app.clock.advance(13 * DAY);
  expect((await callerOf(app).call('recordVerifyPatient', { id, patientDetails })).ticket).toMatch(/^t_/);
});

test('while the server’s clock is behind, staff see the link that works, and not the one that ended', async () => {
  const form = await mailedForm(app, staff);
  app.clock.advance(-5 * MINUTE);
  await renewSession();
  for (let nth = 0; nth < 3; nth += 1) {
    await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
    expect((await versionOf(form)).links?.map(({ state }) => state)).toEqual(['CREATED']);
  }
  app.clock.advance(5 * MINUTE);
});

async function withAddress() {
  const { patient } = (
    await staff.call('patientCreate', {
      firstName: 'Test',
      lastName: `Demo-Late-${randomUUID().slice(0, 8)}`,
      dateOfBirth: '1950-03-14',
      emailAddress: `late-${randomUUID()}@example.org`,
    })
  ).data;
  return { patientID: patient.id };
}
