import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import type { SignatureInput } from '#domain/signing/signature.ts';
import { signIn, wave, type Caller } from '#tests/support/forms/builders.ts';
import { formMadeOffline, takeAlong, type Catalogue } from '#tests/support/forms/offline-form.ts';
import { renewLibrary } from '#tests/support/forms/renewed-library.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';
import { kept, registerTablet, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { caseWithoutAddresses } from '#tests/support/server/without-addresses.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string; deviceId?: string };
let catalogue: Catalogue;
const app = useTestApp(async (opened) => {
  catalogue = await takeAlong(await signIn(opened));
});
beforeEach(async () => {
  staff = await signIn(app);
});

/** A form whose calls were made some hours ago, and whose clinician has signed in anew since. */
const formOfThisMorning = async () => {
  const at = app.clock.now();
  app.clock.advance(3 * HOUR);
  staff = await registerTablet(await signIn(app));
  return formMadeOffline(catalogue, at);
};
const details = async (recordID: string) => caseWithoutAddresses((await staff.call('recordDetails', { id: recordID })).data);
const signaturesOf = (consentID: string) =>
  app.database.db.selectFrom('signatures').selectAll().where('consent_id', '=', consentID).execute();
const outcomes = (results: { status: number; body: { error?: string } }[]) =>
  results.map(({ status, body }) => body.error ?? status);

test('a form that was made and signed without a network is sealed hours later, by a new session, with both times', async () => {
  const form = await formOfThisMorning();
  const results = await sendEnvelope(app, staff, form.ops);
  expect(outcomes(results)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(results[2]!.body.data.contentDigest).toBe(form.digest);
  await app.doJobs();
  const { consents, timeline } = await details(form.recordID);
  expect(consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED' });

  const madeAt = new Map(
    timeline.filter(({ deviceAt }) => deviceAt !== null).map(({ type, actor, deviceAt }) => [`${type} ${actor.kind}`, deviceAt]),
  );
  expect(Object.fromEntries(madeAt)).toEqual({
    'CASE_CREATED STAFF': form.start.capturedAt,
    'CONSENT_CREATED STAFF': form.start.capturedAt,
    'CONSENT_COMPLETED STAFF': form.send.capturedAt,
    'CONSENT_SENT STAFF': form.send.capturedAt,
    'HANDOVER_STARTED STAFF': form.handOver.capturedAt,
    'SIGNED SIGNER': form.patientSigns.capturedAt,
    'SIGNED STAFF': form.clinicianSigns.capturedAt,
  });
  expect(timeline.find(({ type }) => type === 'SIGNED')).toMatchObject({
    actor: { kind: 'SIGNER', role: 'PATIENT' },
    detail: { sentBy: 'Demo Clinician' },
  });
  for (const { at, deviceAt } of timeline)
    if (deviceAt !== null) expect(Date.parse(at) - Date.parse(deviceAt)).toBeGreaterThan(2 * HOUR);
  expect((await staff.call('recordTimeline', { id: form.recordID })).data.chain.ok).toBe(true);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-offline-'));
  fs.writeFileSync(path.join(folder, 'a.pdf'), await staff.download(form.consentID));
  const { text } = inspectPdf(path.join(folder, 'a.pdf'));
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Sent on by Demo Clinician from a handover without a network');
  for (const { capturedAt, receivedAt } of consents[0]!.signatures) {
    expect(Date.parse(receivedAt) - Date.parse(capturedAt)).toBeGreaterThan(2 * HOUR);
    for (const time of [capturedAt, receivedAt]) expect(text).toContain(exactTime(time, 'Europe/London'));
  }
  fs.rmSync(folder, { recursive: true });
});

test('the whole lane sent a second time changes nothing', async () => {
  const form = await formOfThisMorning();
  const first = await sendEnvelope(app, staff, form.ops);
  await app.doJobs();
  const before = await details(form.recordID);
  const again = await sendEnvelope(app, await registerTablet(await signIn(app)), form.ops);
  expect(outcomes(again)).toEqual([200, 200, 200, 200, 200, 200]);
  // A handover has no answer to repeat: it is the same handover, with a fresh ticket.
  expect(again.map(({ isReplay }) => isReplay)).toEqual([true, true, true, false, true, true]);
  expect(again[3]!.body.ticket).not.toBe(first[3]!.body.ticket);
  expect(await details(form.recordID)).toEqual(before);
  expect(await signaturesOf(form.consentID)).toHaveLength(2);
});

test('a handover’s signature is carried by the clinician who started it, and by nobody else', async () => {
  const form = await formOfThisMorning();
  await sendEnvelope(app, staff, form.ops.slice(0, 4));
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  expect(outcomes(await sendEnvelope(app, colleague, [form.patientSigns]))).toEqual(['FORBIDDEN']);
  expect(outcomes(await sendEnvelope(app, colleague, [form.handOver]))).toEqual(['MOVE_REFUSED']);
  expect(await signaturesOf(form.consentID)).toEqual([]);
  expect(outcomes(await sendEnvelope(app, staff, [form.patientSigns]))).toEqual([200]);
});

test('a library and a template that became newer meanwhile refuse nothing that was signed', async () => {
  const form = await formOfThisMorning();
  await renewLibrary(app, catalogue);
  const present = await takeAlong(staff);
  expect([present.procedure.version, present.template.version]).toEqual([
    catalogue.procedure.version + 1,
    catalogue.template.version + 1,
  ]);
  expect(outcomes(await sendEnvelope(app, staff, form.ops))).toEqual([200, 200, 200, 200, 200, 200]);
  const [consent] = (await details(form.recordID)).consents;
  expect(consent).toMatchObject({
    status: 'SIGNED',
    contentDigest: form.digest,
    templateVersion: catalogue.template.version,
    content: catalogue.template.data,
    procedures: [{ libraryVersion: catalogue.procedure.version, risks: catalogue.procedure.risks }],
  });
  catalogue = present;
});

test('a template version that never was completes no form', async () => {
  const form = await formOfThisMorning();
  const strange = kept('consentSend', {
    consentID: form.consentID,
    version: { after: form.start.key },
    channel: 'DEVICE',
    templateVersion: 99,
  });
  const results = await sendEnvelope(app, staff, [form.create, form.start, strange]);
  expect(results[2]).toMatchObject({ status: 400, body: { fields: [{ path: 'templateID' }] } });
});

test('a signature over another form than the one that is out counts for nothing, and stays as evidence', async () => {
  const form = await formOfThisMorning();
  await sendEnvelope(app, staff, form.ops.slice(0, 3));
  // Somebody else changes the form while the tablet is still without a network.
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const { data: recalled } = await colleague.call('recordRecall', { consentID: form.consentID, reason: 'A new finding' });
  const { version } = await colleague.call('consentUpdate', {
    consentID: form.consentID,
    version: recalled.version,
    refusals: ['No blood'],
  });
  await staff.call('consentSend', { consentID: form.consentID, version, channel: 'DEVICE' });

  const results = await sendEnvelope(app, staff, [form.handOver, form.patientSigns]);
  expect(outcomes(results)).toEqual([200, 'SIGNED_CONTENT_MISMATCH']);
  await sendEnvelope(app, staff, [form.patientSigns]);
  const rows = await signaturesOf(form.consentID);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    role: 'PATIENT',
    handover_id: form.handoverId,
    given: form.patientSigns.input,
    captured_at: form.patientSigns.capturedAt,
  });
  expect(rows[0]!.cancelled_at).toBe(rows[0]!.received_at);
  const { consents, timeline } = await details(form.recordID);
  expect(consents[0]).toMatchObject({ status: 'SENT', signatures: [] });
  expect(timeline.filter(({ type }) => type === 'SIGNATURE_REFUSED')).toMatchObject([
    {
      deviceAt: form.patientSigns.capturedAt,
      actor: { kind: 'SIGNER', role: 'PATIENT' },
      detail: { role: 'PATIENT', method: 'DRAWN', contentDigest: form.digest, signatureId: rows[0]!.id },
    },
  ]);
  expect((await staff.call('recordTimeline', { id: form.recordID })).data.chain.ok).toBe(true);

  // Asked again over the form as it is now, the patient signs it.
  // The recorded input is that of a signature by the contract.
  const before = form.patientSigns.input as SignatureInput;
  const anew = { ...before, contentDigest: consents[0]!.contentDigest!, capturedAt: new Date(app.clock.now()).toISOString() };
  const again = await sendAlone(app, staff, kept('recordSign', anew, { capturedAt: anew.capturedAt }));
  expect(again.body.data.status).toBe('PARTIALLY_SIGNED');
});

test('what is refused and is no signature either leaves no trace', async () => {
  const form = await formOfThisMorning();
  await sendEnvelope(app, staff, form.ops.slice(0, 4));
  const other = { ...(form.patientSigns.input as SignatureInput), contentDigest: '0'.repeat(64) };
  const blank = kept('recordSign', { ...other, strokes: [] }, { capturedAt: other.capturedAt });
  expect(outcomes(await sendEnvelope(app, staff, [blank]))).toEqual(['SIGNED_CONTENT_MISMATCH']);
  expect(await signaturesOf(form.consentID)).toEqual([]);
  expect((await details(form.recordID)).timeline.map(({ type }) => type)).not.toContain('SIGNATURE_REFUSED');
});

test('refused signatures are kept up to a number, so that nobody fills the record with them', async () => {
  const form = await formOfThisMorning();
  await sendEnvelope(app, staff, form.ops.slice(0, 4));
  const wrong = {
    ...(form.patientSigns.input as SignatureInput),
    contentDigest: '0'.repeat(64),
    strokes: [wave()[0]!.slice(0, 12)],
  };
  const tries = Array.from({ length: 25 }, (_, nth) =>
    kept('recordSign', { ...wrong, name: `Demo ${nth}` }, { capturedAt: wrong.capturedAt }),
  );
  for (const each of tries) await sendEnvelope(app, staff, [each]);
  expect(await signaturesOf(form.consentID)).toHaveLength(20);
  expect(outcomes(await sendEnvelope(app, staff, [form.patientSigns]))).toEqual([200]);
});
