import { FAILURES } from '#domain/base/messages.ts';
import { expect, test } from 'vitest';
import { aPatient, draft, procedureId, sent, signAll, signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

test('a half-built consent cannot be sent and says what is missing, item by item', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const made = await staff.call('consentCreate', { patientID: patient.id, formType: 'FORM_1' });
  const refused = await staff.refused('consentSend', { consentID: made.consentID, version: made.version, channel: 'DEVICE' });
  expect(refused).toMatchObject({
    status: 400,
    code: 'INVALID',
    message: 'This consent is not complete yet. Please see what is missing.',
  });
  expect(refused.fields).toEqual([
    { path: 'procedures', message: 'Choose at least one procedure' },
    { path: 'templateID', message: 'Choose a form template' },
    { path: 'interpreterNeeded', message: 'Say whether an interpreter is needed' },
    { path: 'clinicianStatement', message: 'Add your statement' },
  ]);
  expect(made.data.missing.map(({ path, message }) => ({ path, message }))).toEqual(refused.fields);

  const procedureID = await procedureId(staff);
  const library = (await staff.call('procedureGetDetails', { id: procedureID })).data;
  const [core] = library.risks.filter((risk) => risk.core);
  const next = await staff.call('consentUpdate', {
    consentID: made.consentID,
    version: made.version,
    templateID: await templateId(staff),
    procedures: [{ procedureID, alternatives: ['Glasses'], risks: library.risks.filter((risk) => risk !== core) }],
    clinicianStatement: { discussed: false, capacity: false },
    interpreterNeeded: true,
  });
  const still = await staff.refused('consentSend', { consentID: made.consentID, version: next.version, channel: 'DEVICE' });
  expect(still.fields.map(({ path }) => path)).toEqual([
    'procedures.0.side',
    'procedures.0.alternatives',
    'procedures.0.risks',
    'interpreter',
    'clinicianStatement.discussed',
    'clinicianStatement.capacity',
  ]);
  expect(still.fields[2]!.message).toContain(core!.name);

  const whole = await staff.call('consentUpdate', {
    consentID: made.consentID,
    version: next.version,
    procedures: [
      {
        procedureID,
        side: 'LEFT',
        alternatives: ['Glasses', 'No treatment'],
        risks: library.risks.filter((risk) => risk !== core),
        removedRisks: [{ name: core!.name, reason: 'It cannot happen to this patient' }],
      },
    ],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNoneReason: 'The patient speaks English well',
  });
  expect(whole.data.missing).toEqual([]);
  expect(
    (await staff.call('consentSend', { consentID: made.consentID, version: whole.version, channel: 'DEVICE' })).data.status,
  ).toBe('SENT');
});

test('a patient recorded as needing an interpreter is not signed for without one, unless a reason is given', async () => {
  const { patient } = (
    await staff.call('patientCreate', aPatient({ communication: { language: 'pl', interpreterNeeded: true } }))
  ).data;
  const silent = await draft(staff, { patientID: patient.id, interpreterNeeded: null });
  expect(silent.data.missing.map(({ path }) => path)).toEqual(['interpreterNeeded']);
  const denied = await draft(staff, { patientID: patient.id, interpreterNeeded: false });
  expect(denied.data.missing.map(({ path }) => path)).toEqual(['interpreterNoneReason']);
  const relative = await draft(staff, {
    patientID: patient.id,
    interpreterNeeded: true,
    interpreter: { name: 'Demo Daughter', language: 'Polish', relation: 'Daughter' },
  });
  expect(relative.data.missing.map(({ path }) => path)).toEqual(['interpreter.relationReason']);
  const reasoned = await draft(staff, {
    patientID: patient.id,
    interpreterNeeded: false,
    interpreterNoneReason: 'Prefers English',
  });
  expect(reasoned.data.missing).toEqual([]);
});

test('a form type that a procedure is not for, and sedation on form 3, are refused', async () => {
  const wrong = await draft(staff, {
    procedures: [{ procedureID: await procedureId(staff, 'tonsil') }],
    formType: 'FORM_3',
    templateID: await templateId(staff, 'FORM_3'),
  });
  expect(wrong.data.missing.map(({ path }) => path)).toEqual(['procedures.0.procedureID']);
  const sedated = await draft(staff, {
    formType: 'FORM_3',
    procedures: [{ procedureID: await procedureId(staff), side: 'LEFT', anaesthetic: ['SEDATION'] }],
  });
  expect(sedated.data.missing.map(({ path }) => path)).toEqual(['procedures.0.anaesthetic']);
});

test('an unknown procedure or template, or one procedure twice, is refused by its field', async () => {
  const strange = '018f0000-0000-7000-8000-000000000000';
  const procedureID = await procedureId(staff);
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const start = { patientID: patient.id, formType: 'FORM_1' } as const;
  expect((await staff.refused('consentCreate', { ...start, procedures: [{ procedureID: strange }] })).fields).toMatchObject([
    { path: 'procedures.0.procedureID' },
  ]);
  expect((await staff.refused('consentCreate', { ...start, templateID: strange })).fields).toMatchObject([
    { path: 'templateID' },
  ]);
  const twice = { procedureID, side: 'LEFT' } as const;
  expect((await staff.refused('consentCreate', { ...start, procedures: [twice, twice] })).fields).toMatchObject([
    { path: 'procedures' },
  ]);
});

test('a form is mailed to nobody without an address: the draft stays, and the field says why', async () => {
  const { consentID, version } = await draft(staff);
  expect(await staff.refused('consentSend', { consentID, version, channel: 'EMAIL' })).toMatchObject({
    status: 400,
    fields: [{ path: 'channel', message: FAILURES.NO_EMAIL_ADDRESS.message }],
  });
});

test('names in every script that a hospital meets are kept as typed, sent and sealed', async () => {
  const cases: string[] = [];
  for (const [firstName, lastName] of [
    ['Zofia', 'Demo-Żółć'],
    ['王', 'Demo-伟'],
    ['أمل', 'Demo-نور'],
    ['রহিমা', 'Demo-বেগম'],
    ['کنول', 'Demo-ٹیپو'],
    ['Ciara', 'Demo-O’Neill'],
    ['', 'Demo-Oneword'],
  ] as const) {
    const { patient } = (await staff.call('patientCreate', aPatient({ firstName, lastName }))).data;
    expect(patient).toMatchObject({ firstName, lastName });
    const version = await sent(staff, { patientID: patient.id });
    expect(version.recipients[0]!.recipient_name).toBe(`${firstName} ${lastName}`.trim());
    await signAll(app, staff, version);
    cases.push(version.recordID);
  }
  await app.doJobs();
  for (const id of cases) expect((await staff.call('recordDetails', { id })).data.consents[0]!.sealState).toBe('SEALED');
});

test('a form is sent on a template of its own type alone, and neither form 2 nor an empty form 4 for an adult who can decide', async () => {
  const other = await draft(staff, { templateID: await templateId(staff, 'FORM_3') });
  const send = (made: { consentID: string; version: number }) =>
    staff.refused('consentSend', { consentID: made.consentID, version: made.version, channel: 'DEVICE' });
  expect((await send(other)).fields).toMatchObject([{ path: 'templateID' }]);
  const empty = async (formType: 'FORM_2' | 'FORM_4') =>
    (await send(await draft(staff, { formType, templateID: await templateId(staff, formType) }))).fields?.map(({ path }) => path);
  expect(await empty('FORM_2')).toContain('formType');
  expect(await empty('FORM_4')).toContain('capacity.test.impairment.present');
});

test('a procedure that is no longer in use goes on no new consent, at no version of it', async () => {
  const procedureID = await procedureId(staff, 'grommets');
  const procedures = app.database.db.updateTable('procedures').where('id', '=', procedureID);
  const before = await draft(staff, { procedures: [{ procedureID, side: 'LEFT' }] });
  await procedures.set({ status: 'RETIRED' }).execute();
  const { patientID } = before.data;
  for (const libraryVersion of [undefined, 1])
    expect(
      (await staff.refused('consentCreate', { patientID, formType: 'FORM_1', procedures: [{ procedureID, libraryVersion }] }))
        .fields,
    ).toMatchObject([{ path: 'procedures.0.procedureID' }]);
  const kept = { consentID: before.consentID, version: before.version, procedures: [{ procedureID, side: 'RIGHT' as const }] };
  expect((await staff.call('consentUpdate', kept)).data.procedures[0]).toMatchObject({ side: 'RIGHT' });
  await procedures.set({ status: 'ACTIVE' }).execute();
});
