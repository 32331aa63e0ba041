import { CHAIN_START } from '#domain/cases/timeline.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { aPatient, callerOf, DEMO_PASSWORD, inked, typed } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test('a clinician walks the smallest whole form from sign-in to a sealed PDF that verifies', async () => {
  const nobody = callerOf(app);
  const { token, user } = await nobody.call('userLogin', { email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD });
  expect(user.appRole).toBe('CLINICIAN');
  const staff = callerOf(app, token);
  const { data: made } = await staff.call('patientCreate', aPatient({ firstName: 'Walk', lastName: 'Demo-Whole' }));
  const procedures = (await staff.call('procedureGet', { search: 'cataract' })).data.records;
  const templates = (await staff.call('templatesGet', { search: 'FORM_1' })).data.records;
  const created = await staff.call('consentCreate', {
    patientID: made.patient.id,
    formType: 'FORM_1',
    templateID: templates[0]!._id,
    procedures: [{ procedureID: procedures[0]!.procedureID, side: 'RIGHT' }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
  });
  expect(created.data.missing).toEqual([]);
  expect(created.data.procedures[0]).toMatchObject({
    side: 'RIGHT',
    risks: procedures[0]!.risks,
    alternatives: procedures[0]!.alternatives,
  });

  const { data: sent, recipients } = await staff.call('consentSend', {
    consentID: created.consentID,
    version: created.version,
    channel: 'DEVICE',
  });
  expect(sent.status).toBe('SENT');
  expect(recipients.map(({ role, signing_order, action_type }) => [role, signing_order, action_type])).toEqual([
    ['PATIENT', 1, 'SIGN'],
    ['CLINICIAN', 2, 'SIGN'],
  ]);

  const { ticket } = await staff.call('consentSendToSign', { consentID: sent.consentID, role: 'PATIENT' });
  const patient = callerOf(app, ticket);
  const shown = ticketDetails(await patient.call('consentDetailsByToken', { token: ticket }));
  expect(shown.contentDigest).toBe(sent.contentDigest);
  expect(shown.statement).toBe(sent.statements['PATIENT']);
  await patient.call('recordIdentity', { consentID: sent.consentID, confirmed: true });
  const first = await patient.call('recordSign', inked(shown));
  expect(first.data).toMatchObject({ status: 'PARTIALLY_SIGNED', signerState: 'SIGNED', sealState: 'NONE' });

  const back = await patient.call('userUnlock', { password: DEMO_PASSWORD });
  const last = await callerOf(app, back.token).call('recordSign', typed(sent, { name: 'Somebody Else' }));
  expect(last.data).toMatchObject({ status: 'SIGNED', signerState: 'SIGNED', sealState: 'SEALING' });
  const tooEarly = await app.ask({
    url: `/api/consent/download?request_id=${sent.consentID}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(tooEarly).toMatchObject({ status: 409, body: { error: 'MOVE_REFUSED' } });

  await app.doJobs();
  const { data: details } = await staff.call('recordDetails', { id: sent.recordID });
  expect(details.record).toMatchObject({ status: 'SIGNED', inForceConsentID: sent.consentID });
  expect(details.consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED' });
  expect(details.consents[0]!.signatures.map(({ role, name, method }) => [role, name, method])).toEqual([
    ['PATIENT', 'Walk Demo-Whole', 'DRAWN'],
    ['CLINICIAN', 'Demo Clinician', 'TYPED'],
  ]);
  expect(details.timeline.map(({ type }) => type)).toEqual([
    'CASE_CREATED',
    'CONSENT_CREATED',
    'CONSENT_COMPLETED',
    'CONSENT_SENT',
    'HANDOVER_STARTED',
    'FORM_OPENED',
    'IDENTITY_CONFIRMED',
    'SIGNED',
    'HANDOVER_ENDED',
    'SIGNED',
    'ALL_SIGNED',
    'SEALED',
  ]);
  expect(details.timeline[0]!.prevHash).toBe(CHAIN_START);
  const { chain } = (await staff.call('recordTimeline', { id: sent.recordID })).data;
  expect(chain).toEqual({ ok: true, length: 12, head: details.timeline.at(-1)!.hash });

  const download = await app.ask({
    url: `/api/consent/download?request_id=${sent.consentID}`,
    headers: { authorization: `Bearer ${ticket}` },
  });
  expect(download.status, 'the ticket has ended with the handover').toBe(401);
  const pdf = await staff.download(sent.consentID);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const { data: verdict } = await nobody.call('verifyFile', { file: new Blob([new Uint8Array(pdf)]) });
  expect(verdict).toMatchObject({
    state: 'AUTHENTIC',
    status: 'IN_FORCE',
    organisation: 'Demo General Hospital',
    selfMadeSeal: true,
  });
  const { data: byCode } = await nobody.call('verifyByCode', { code: details.consents[0]!.verifyCode ?? '' });
  expect(byCode).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE' });
  const text = execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString();
  for (const words of [
    'Walk',
    'Demo-Whole',
    'Cataract surgery with lens implant',
    'RIGHT',
    ...details.consents[0]!.procedures[0]!.risks.map(({ name }) => name),
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
});
