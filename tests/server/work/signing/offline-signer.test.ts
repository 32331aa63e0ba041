import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { DEMO_PASSWORD, handOver, inked, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { carriedWords } from '#server/work/signing/signed-by.ts';
import { TICKET_LENGTH } from '#server/data/signing/handovers.ts';
import { kept, registerTablet, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';

let app: TestApp;
let staff: Caller & { token: string; deviceId: string };
beforeAll(async () => {
  app = await openTestApp();
  staff = await registerTablet(await signIn(app));
});
afterAll(() => app.close());

/** A time by the tablet's clock. */
const CAPTURED_AT = '2026-08-06T13:00:00.000Z';

/** A version that is out, and the id of a handover of it that the tablet has made by itself. */
const givenAway = async () => {
  const { consentID, recordID } = await sent(staff);
  const about = { consentID, role: 'PATIENT' as const, handoverId: randomUUID() };
  return { about, recordID, start: kept('consentSendToSign', about, { capturedAt: CAPTURED_AT }) };
};
const outcomes = (results: { status: number; body: { error?: string } }[]) =>
  results.map(({ status, body }) => body.error ?? status);
const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;

test('what a patient said without a network is brought by the clinician who handed over, as the patient’s own words', async () => {
  const { about, recordID, start } = await givenAway();
  const capturedAt = new Date(app.clock.now() - 60_000).toISOString();
  const ops = [
    start,
    kept('recordIdentity', { ...about, confirmed: true }, { capturedAt }),
    kept('recordAnswers', { ...about, mattersToMe: 'Reading to the cat' }, { capturedAt }),
    kept('recordLater', { ...about, comments: 'I ask my sister' }, { capturedAt }),
    kept('recordDecline', { ...about, reason: 'Not now' }, { capturedAt }),
  ];
  expect(outcomes(await sendEnvelope(app, staff, ops))).toEqual([200, 200, 200, 200, 200]);
  const { consents, timeline } = await details(recordID);
  expect(consents[0]).toMatchObject({ status: 'DECLINED', mattersToMe: 'Reading to the cat', patientComments: 'Not now' });
  const said = timeline.filter(({ actor }) => actor.kind === 'SIGNER');
  expect(said.map(({ type }) => type).toSorted()).toEqual(['ANSWERS_GIVEN', 'DECLINED', 'IDENTITY_CONFIRMED', 'MORE_TIME']);
  for (const { actor, detail, deviceAt } of said)
    expect([actor.role, detail['sentBy'], deviceAt]).toEqual(['PATIENT', 'Demo Clinician', capturedAt]);
  expect((await staff.call('recordTimeline', { id: recordID })).data.chain.ok).toBe(true);
});

test('nobody brings what was said in somebody else’s handover, in another role, or in none', async () => {
  const { about, start, recordID } = await givenAway();
  await sendEnvelope(app, staff, [start]);
  const { handoverId: _, ...without } = about;
  const strange = [without, { ...about, role: 'PARENT' as const }, { ...about, handoverId: randomUUID() }];
  for (const each of strange) {
    expect(outcomes(await sendEnvelope(app, staff, [kept('recordDecline', each, { capturedAt: CAPTURED_AT })]))).toEqual([
      'FORBIDDEN',
    ]);
    expect(
      outcomes(
        await sendEnvelope(app, staff, [kept('recordIdentity', { ...each, confirmed: true }, { capturedAt: CAPTURED_AT })]),
      ),
    ).toEqual(['FORBIDDEN']);
  }
  const colleague = await registerTablet(await signIn(app, 'bch@demo.nhs.uk'));
  expect(outcomes(await sendEnvelope(app, colleague, [kept('recordDecline', about, { capturedAt: CAPTURED_AT })]))).toEqual([
    'FORBIDDEN',
  ]);
  expect((await details(recordID)).consents[0]!.status).toBe('SENT');
});

test('what arrived with the ticket while its answer was lost is not said a second time by the clinician', async () => {
  const { about, recordID } = await givenAway();
  const patient = await handOver(app, staff, about);
  const body = { ...about, comments: 'Until Friday' };
  const later = kept('recordLater', body);
  await patient.call('recordLater', body, later.key);
  const [again] = await sendEnvelope(app, staff, [later]);
  expect(again).toMatchObject({ status: 200, isReplay: true });
  expect((await details(recordID)).timeline.filter(({ type }) => type === 'MORE_TIME')).toHaveLength(1);
});

test('with a network a clinician’s session says nothing for the signer: only a tablet sends on what it kept', async () => {
  const { about, recordID, start } = await givenAway();
  const alone = { status: 403, message: 'Only the signer can do this. Please hand over the tablet.' };
  const patient = await handOver(app, staff, about);
  const inOwnHandover = { ...about, handoverId: patient.handoverId };
  const signing = inked(patient.details, { handoverId: patient.handoverId });
  expect(await staff.refused('recordSign', signing)).toMatchObject(alone);
  expect(await staff.refused('recordIdentity', { ...inOwnHandover, confirmed: true })).toMatchObject(alone);
  expect(await staff.refused('recordDecline', inOwnHandover)).toMatchObject(alone);
  // A warning harms nobody.
  await staff.call('recordIdentity', { ...inOwnHandover, confirmed: false });
  // Named as kept, while the ticket is with the signer.
  const later = kept('recordLater', inOwnHandover, { capturedAt: CAPTURED_AT });
  expect(await sendAlone(app, staff, later)).toMatchObject({ status: 425, body: { error: 'WITH_SIGNER' } });
  // After it was taken back, what the tablet kept meanwhile is sent on.
  await patient.call('userUnlock', { password: DEMO_PASSWORD });
  expect((await sendAlone(app, staff, later)).status).toBe(200);
  const { deviceId: _, ...unnamed } = staff;
  await sendEnvelope(app, staff, [start]);
  expect((await sendAlone(app, unnamed, kept('recordLater', about, { capturedAt: CAPTURED_AT }))).body).toMatchObject({
    message: alone.message,
  });
  expect((await details(recordID)).consents[0]!.signatures).toEqual([]);
});

test('what a tablet queued in a handover by ticket goes behind the word that it queued it, whatever became of the handover', async () => {
  const { about, recordID } = await givenAway();
  const patient = await handOver(app, staff, about);
  const inOwnHandover = { ...about, handoverId: patient.handoverId };
  const underWay = kept('consentSendToSign', { ...inOwnHandover, isUnderWay: true }, { capturedAt: CAPTURED_AT });
  const later = () => kept('recordLater', inOwnHandover, { capturedAt: CAPTURED_AT });
  // Nobody but the clinician of the handover, and no call that was not queued, ends its ticket.
  const colleague = await registerTablet(await signIn(app, 'bch@demo.nhs.uk'));
  expect(outcomes(await sendEnvelope(app, colleague, [underWay]))).toEqual(['MOVE_REFUSED']);
  expect((await patient.call('recordLater', { consentID: about.consentID })).data.status).toBe('SENT');
  expect(outcomes(await sendEnvelope(app, staff, [later()]))).toEqual(['WITH_SIGNER']);
  expect(outcomes(await sendEnvelope(app, staff, [underWay, later()]))).toEqual([200, 200]);
  expect((await patient.refused('recordLater', { consentID: about.consentID })).status).toBe(401);
  // Sent a second time, and after the form was taken back, it refuses nothing by itself.
  await staff.call('recordRecall', { consentID: about.consentID, reason: 'A new finding' });
  expect(outcomes(await sendEnvelope(app, staff, [underWay]))).toEqual([200]);
  expect((await details(recordID)).timeline.filter(({ type }) => type === 'HANDOVER_STARTED')).toHaveLength(1);
});

test('once the ticket has ended by itself, what the tablet queued is sent on without a word before it', async () => {
  const { about } = await givenAway();
  const patient = await handOver(app, staff, about);
  const later = kept('recordLater', { ...about, handoverId: patient.handoverId }, { capturedAt: CAPTURED_AT });
  expect((await sendAlone(app, staff, later)).status).toBe(425);
  app.clock.advance(TICKET_LENGTH + 1);
  expect((await sendAlone(app, staff, later)).status).toBe(200);
});

test('the document says that a handover had no network only of one that began so', async () => {
  const wordsOf = async ({ recordID, consentID }: { recordID: string; consentID: string }) =>
    carriedWords((await details(recordID)).timeline, { consentId: consentID, role: 'PATIENT', order: 1 });
  const byTicket = await sent(staff);
  const patient = await handOver(app, staff, byTicket);
  const { handoverId } = patient;
  const about = { consentID: byTicket.consentID, role: 'PATIENT' as const, handoverId };
  const signature = kept('recordSign', inked(patient.details, { handoverId }), { capturedAt: CAPTURED_AT });
  const underWay = kept('consentSendToSign', { ...about, isUnderWay: true }, { capturedAt: CAPTURED_AT });
  expect(outcomes(await sendEnvelope(app, staff, [underWay, signature]))).toEqual([200, 200]);
  expect(await wordsOf(byTicket)).toBe(
    'Sent on by Demo Clinician from the tablet, which had not reached the server at the signature',
  );
  const offline = await givenAway();
  const shown = inked(
    { ...patient.details, contentDigest: (await details(offline.recordID)).consents[0]!.contentDigest! },
    { consentID: offline.about.consentID, handoverId: offline.about.handoverId },
  );
  const ops = [offline.start, kept('recordSign', shown, { capturedAt: CAPTURED_AT })];
  expect(outcomes(await sendEnvelope(app, staff, ops))).toEqual([200, 200]);
  expect(await wordsOf({ recordID: offline.recordID, consentID: offline.about.consentID })).toBe(
    'Sent on by Demo Clinician from a handover without a network',
  );
});
