import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CAPTURE_HEADERS } from '#contract/sync.ts';
import { HOUR } from '#domain/base/limits.ts';
import { aPatient, callerOf, draft, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { kept, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let surgeon: Caller & { token: string };
let eyes: Caller & { token: string };
const app = useTestApp(async (opened) => {
  opened.deps.settings.breakGlass = true;
  surgeon = await signIn(opened);
  eyes = await signIn(opened, 'eyes@demo.nhs.uk');
});

const REASON = 'Emergency admission, on call tonight';
const newCase = async () => {
  const { data, recordID, consentID } = await draft(surgeon);
  return { id: data.patientID, recordID, consentID };
};
const give = (id: string, by = eyes) => by.call('patientBreakGlass', { id, reason: REASON });

test('a record outside the own team opens once a reason is given, for twelve hours, for that person and that patient', async () => {
  const [one, other] = [await newCase(), await newCase()];
  const refused = await eyes.refused('patientGetDetails', { id: one.id });
  expect([refused.status, refused.code, refused.data]).toEqual([403, 'REASON_NEEDED', { patientID: one.id }]);
  await give(one.id);
  expect((await eyes.call('patientGetDetails', { id: one.id })).data.records).toHaveLength(1);
  expect((await eyes.refused('patientGetDetails', { id: other.id })).code).toBe('REASON_NEEDED');
  const colleague = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await colleague.refused('recordDetails', { id: one.recordID })).code).toMatch(/REASON_NEEDED/);
  app.clock.advance(12 * HOUR - 60_000);
  eyes = await signIn(app, 'eyes@demo.nhs.uk');
  await eyes.call('patientGetDetails', { id: one.id });
  app.clock.advance(60_001);
  expect((await eyes.refused('patientGetDetails', { id: one.id })).code).toBe('REASON_NEEDED');
  surgeon = await signIn(app);
});

test('every call that opens one record asks, by whichever id; lists and searches show as before', async () => {
  const { id, recordID, consentID } = await newCase();
  const refusals = [
    await eyes.refused('patientGetDetails', { id }),
    await eyes.refused('patientHistory', { id }),
    await eyes.refused('recordDetails', { id: recordID }),
    await eyes.refused('recordTimeline', { id: recordID }),
    await eyes.refused('recordPdfGetter', { id: recordID }),
    await eyes.refused('consentGetPrivateUrl', { consentID, kind: 'PRE_SIGNED' }),
  ];
  for (const { code, data } of refusals) expect([code, data]).toEqual(['REASON_NEEDED', { patientID: id }]);
  for (const path of [`patient/get/bundle?id=${id}`, `consent/download?request_id=${consentID}`])
    expect((await app.ask({ url: `/api/${path}`, headers: { authorization: `Bearer ${eyes.token}` } })).body).toMatchObject({
      error: 'REASON_NEEDED',
    });
  const { records } = (await eyes.call('recordGet', { limit: 100 })).data;
  expect(records.map((each) => each.recordID)).toContain(recordID);
});

test('nothing that hands out what a record holds goes round the reason, nor does a draft that would make one of the team', async () => {
  const out = await sent(surgeon);
  const { id, recordID, consentID } = await newCase();
  const patientID = (await surgeon.call('recordDetails', { id: out.recordID })).data.record.patient.id;
  const { version } = (await surgeon.call('recordDetails', { id: recordID })).data.consents[0] ?? { version: 0 };
  const { patient } = (await surgeon.call('patientGetDetails', { id })).data;
  const ways: Record<string, [string, () => ReturnType<Caller['refused']>]> = {
    ticket: [patientID, () => eyes.refused('consentSendToSign', { consentID: out.consentID, role: 'PATIENT' })],
    'form taken back': [patientID, () => eyes.refused('recordRecall', { consentID: out.consentID, reason: 'Wrong side' })],
    'link shown': [
      patientID,
      () => eyes.refused('recordSendInvite', { id: out.recordID, invites: [{ signing_order: 1, channel: 'QR' }] }),
    ],
    'link mailed': [patientID, () => eyes.refused('consentSendEmail', { consentID: out.consentID, role: 'PATIENT' })],
    'new version': [patientID, () => eyes.refused('recordReopen', { id: out.recordID, reason: 'Another side' })],
    'draft saved': [id, () => eyes.refused('consentUpdate', { consentID, version, activeTab: 1 })],
    'draft sent': [id, () => eyes.refused('consentSend', { consentID, version, channel: 'DEVICE' })],
    'details changed': [id, () => eyes.refused('patientUpdate', { id, version: patient.version, sex: 'FEMALE' })],
    'status changed': [id, () => eyes.refused('patientUpdateStatus', { id, version: patient.version, status: 'DECEASED' })],
    'empty draft': [id, () => eyes.refused('consentCreate', { patientID: id, formType: 'FORM_1' })],
  };
  for (const [way, [of, ask]] of Object.entries(ways)) {
    const { status, code, data } = await ask();
    expect([way, status, code, data]).toEqual([way, 403, 'REASON_NEEDED', { patientID: of }]);
  }
  await give(patientID);
  expect((await eyes.call('consentSendToSign', { consentID: out.consentID, role: 'PATIENT' })).ticket).toMatch(/^t_/);
  // A draft that a tablet kept arrives without one, and is taken.
  const tablet = await registerTablet(await signIn(app, 'eyes@demo.nhs.uk'));
  const keptDraft = kept('consentCreate', { patientID: id, formType: 'FORM_1', consentID: randomUUID(), recordID: randomUUID() });
  const [answer] = await sendEnvelope(app, tablet, [keptDraft]);
  expect(answer?.status).toBe(200);
});

test('a tablet’s name and time make no call a kept one that no tablet keeps, and a kept handover shows no form without a reason', async () => {
  const out = await sent(surgeon);
  const tablet = await registerTablet(await signIn(app, 'eyes@demo.nhs.uk'));
  const headers = {
    authorization: `Bearer ${tablet.token}`,
    [CAPTURE_HEADERS.deviceId]: tablet.deviceId,
    [CAPTURE_HEADERS.capturedAt]: '2026-08-06T14:04:50.000Z',
  };
  const { consentID } = out;
  const recalled = await app.ask({
    method: 'POST',
    url: '/api/record/recall',
    headers,
    payload: { consentID, reason: 'Another side' },
  });
  expect(recalled.body).toMatchObject({ error: 'REASON_NEEDED' });
  const handover = { consentID, role: 'PATIENT' as const };
  const [unknown] = await sendEnvelope(app, tablet, [kept('consentSendToSign', { ...handover, handoverId: randomUUID() })]);
  expect(unknown?.body).toMatchObject({ error: 'REASON_NEEDED' });
  // The reason under which they had it open has run out since.
  await tablet.call('patientBreakGlass', { id: out.patientID, reason: REASON });
  app.clock.advance(12 * HOUR - 1);
  const later = await registerTablet(await signIn(app, 'eyes@demo.nhs.uk'));
  app.clock.advance(1);
  headers.authorization = `Bearer ${later.token}`;
  headers[CAPTURE_HEADERS.deviceId] = later.deviceId;
  const alone = await app.ask({ method: 'POST', url: '/api/consent/sendConsentToSign', headers, payload: handover });
  const [inEnvelope] = await sendEnvelope(app, later, [kept('consentSendToSign', { ...handover, handoverId: randomUUID() })]);
  const tickets = [alone, { status: inEnvelope!.status, body: inEnvelope!.body }].map(({ status, body }) => {
    expect(status).toBe(200);
    return body as { ticket: string };
  });
  for (const { ticket } of tickets) {
    const holder = callerOf(app, ticket);
    expect((await holder.refused('consentDetailsByToken', { token: ticket })).code).toBe('NOT_FOUND');
  }
  [surgeon, eyes] = [await signIn(app), later];
});

test('a refused write shows a record as a reading does: with a reason, and a line in the trail', async () => {
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  const { id, recordID, consentID } = await newCase();
  const stale = [
    () => eyes.refused('patientUpdate', { id, version: 900, sex: 'FEMALE' }),
    () => eyes.refused('patientUpdateStatus', { id, version: 900, status: 'DECEASED' }),
    () => eyes.refused('consentUpdate', { consentID, version: 900, procedures: [] }),
    () => eyes.refused('consentSend', { consentID, version: 900, channel: 'DEVICE' }),
    () => eyes.refused('recordSend', { recordID, version: 900 }),
    () => eyes.refused('recordUpdate', { recordID, version: 900, listed: null }),
  ];
  const tablet = await registerTablet(await signIn(app, 'eyes@demo.nhs.uk'));
  const envelope = () => sendEnvelope(app, tablet, [kept('patientUpdate', { id, version: 900, sex: 'FEMALE' })]);
  const { patient } = (await surgeon.call('patientGetDetails', { id })).data;
  const readings = async () => {
    const { lines } = (await auditor.call('auditGet', { patient: patient.recordID ?? '', limit: 100 })).data;
    return lines.filter(({ source, actor }) => source === 'ACCESS' && actor?.name === 'Demo Eyes').length;
  };
  for (const ask of stale) {
    const { code, data } = await ask();
    expect([code, Object.keys(data as object)]).toEqual(['VERSION_CONFLICT', ['state', 'version']]);
    expect(data).toMatchObject({ state: code });
  }
  expect(JSON.stringify(await envelope())).not.toContain(patient.lastName);
  expect(await readings()).toBe(0);
  await give(id);
  const reasons = await readings();
  for (const [at, ask] of stale.entries()) {
    const { code, data } = await ask();
    expect([code, Object.keys(data as object)]).toEqual(['VERSION_CONFLICT', ['state', 'current']]);
    expect(await readings()).toBe(reasons + at + 1);
  }
  expect(JSON.stringify(await envelope())).toContain(patient.lastName);
});

test('the team is whoever is responsible, operates or was addressed, and everybody of their speciality; a patient without a case has none', async () => {
  const { id } = await newCase();
  await surgeon.call('patientGetDetails', { id });
  // The same speciality.
  const { speciality_id } = await app.database.db
    .selectFrom('users')
    .select('speciality_id')
    .where('email', '=', 'clinician@demo.nhs.uk')
    .executeTakeFirstOrThrow();
  expect(speciality_id).not.toBeNull();
  const mate = await addPerson(app, { role: 'CLINICIAN', like: 'clinician@demo.nhs.uk' });
  await (await signIn(app, mate.email)).call('patientGetDetails', { id });
  // Nobody's speciality is nobody's team.
  const nobody = await addPerson(app, { role: 'CLINICIAN' });
  await app.database.db.updateTable('users').set({ speciality_id: null }).where('id', '=', nobody.id).execute();
  expect((await (await signIn(app, nobody.email)).refused('patientGetDetails', { id })).code).toBe('REASON_NEEDED');
  const { patient } = (await surgeon.call('patientCreate', aPatient())).data;
  await eyes.call('patientGetDetails', { id: patient.id });
});

test('records that were merged count as one', async () => {
  const gone = await newCase();
  const { patient } = (await surgeon.call('patientCreate', aPatient())).data;
  await surgeon.call('patientUpdateStatus', { id: gone.id, version: 1, status: 'MERGED', mergedInto: patient.id });
  expect((await eyes.refused('patientGetDetails', { id: patient.id })).code).toBe('REASON_NEEDED');
  await give(patient.id);
  await eyes.call('recordDetails', { id: gone.recordID });
});

test('an unknown patient, one of another organisation and one out of a referrer’s reach stay unknown', async () => {
  const { id } = await newCase();
  const second = await signIn(app, 'clinician@second.nhs.uk');
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  for (const each of [second, referrer]) {
    expect((await each.refused('patientGetDetails', { id })).code).toBe('NOT_FOUND');
    expect((await each.refused('patientBreakGlass', { id, reason: REASON })).code).toBe('NOT_FOUND');
  }
  for (const reason of ['', '  ', 'x', 'y'.repeat(501)])
    expect(
      (
        await app.ask({
          method: 'POST',
          url: '/api/patient/breakGlass',
          headers: { authorization: `Bearer ${eyes.token}` },
          payload: { id, reason },
        })
      ).status,
    ).toBe(400);
});

test('the reason stands with the opening and with each reading under it, and is counted', async () => {
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  const { id, recordID } = await newCase();
  const before = (await auditor.call('auditReasons', {})).data;
  await give(id);
  await eyes.call('recordDetails', { id: recordID });
  const after = (await auditor.call('auditReasons', {})).data;
  expect(after).toEqual({ isOn: true, lastDay: before.lastDay + 1, lastWeek: before.lastWeek + 1 });
  const { patient } = (await surgeon.call('patientGetDetails', { id })).data;
  const { lines } = (await auditor.call('auditGet', { patient: patient.recordID ?? '' })).data;
  const theirs = lines.filter(({ source, actor }) => source === 'ACCESS' && actor?.name === 'Demo Eyes');
  expect(theirs.map(({ type, why }) => [type, why])).toEqual([
    ['OPENED', REASON],
    ['REASON', REASON],
  ]);
  const reasons = (await auditor.call('auditGet', { show: 'REASON' })).data.lines;
  expect(reasons.map(({ type }) => type)).toEqual(reasons.map(() => 'REASON'));
  expect(reasons[0]).toMatchObject({ patient: patient.recordID, why: REASON });
  expect(lines.find(({ actor }) => actor?.name === 'Demo Clinician' && actor.role !== '')?.why).toBe('');
});

test('work that a tablet had queued is never stopped by it, and an auditor reads timelines without a reason', async () => {
  const tablet = await registerTablet(await signIn(app, 'eyes@demo.nhs.uk'));
  const { patient } = (await surgeon.call('patientCreate', aPatient())).data;
  await draft(surgeon, { patientID: patient.id });
  // It was opened under a reason, which has run out by the time the tablet has a network.
  await tablet.call('patientBreakGlass', { id: patient.id, reason: REASON });
  app.clock.advance(13 * HOUR);
  const [again, boss] = [await signIn(app, 'eyes@demo.nhs.uk'), await signIn(app)];
  expect((await again.refused('patientGetDetails', { id: patient.id })).code).toBe('REASON_NEEDED');
  const queued = [kept('patientUpdate', { id: patient.id, version: 1, firstName: 'Offline' })];
  const [result] = await sendEnvelope(app, await registerTablet(again), queued);
  expect(result?.status).toBe(200);
  const { recordID } = await sent(boss);
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  await auditor.call('recordTimeline', { id: recordID });
  [surgeon, eyes] = [boss, again];
});

test('without the setting nobody is asked', async () => {
  const { id } = await newCase();
  app.deps.settings.breakGlass = false;
  await eyes.call('patientGetDetails', { id });
  app.deps.settings.breakGlass = true;
});
