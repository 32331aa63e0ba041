import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { FAILURES } from '#domain/base/messages.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { unsealedWithoutJob } from '#server/data/jobs/jobs.ts';
import { stuckSeals } from '#server/data/jobs/stuck-work.ts';
import { aPatient, sent, signAll, signIn, templateId, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { aConsent, consentsCsv, consentsXlsx, type ListedConsent } from '#tests/support/people/consent-files.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { consentDesk, type ConsentImport } from './consent-desk.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
});
const desk = () => consentDesk(app, staff.token);

let nth = 0;
/** A new patient with an NHS number. */
async function someone(change: Partial<Parameters<typeof aPatient>[0]> = {}) {
  nth += 1;
  const { data } = await staff.call('patientCreate', { ...aPatient(), nhsNumber: testNhsNumber(400 + nth), ...change });
  return data.patient;
}
const failed = (made: Promise<unknown>): Promise<Record<string, unknown>> =>
  made.then(
    (): Record<string, unknown> => ({ status: 200 }),
    ({ status, code, message, fields, data }: Record<string, unknown>) => ({ status, code, message, fields, data }),
  );
const faultsIn = ({ data }: ConsentImport) =>
  data.recordData.map(({ errors }) => errors.map(({ path, message }) => `${path}: ${message}`));
/** Imports a file whole. */
async function imported(consents: readonly ListedConsent[]) {
  const file = consentsCsv(consents);
  const { data: read } = await desk().preview(file);
  const { data } = await desk().commit(file, { digest: read.file.digest, key: randomUUID() });
  return data.recordData.map(({ recordID = '', consentID = '' }) => ({ recordID, consentID }));
}
const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
async function integrityOf(recordID: string) {
  return faultsOfCase(app, recordID);
}

test.each([
  ['CSV', consentsCsv],
  ['XLSX', consentsXlsx],
] as const)('%s: a preview finds patient and procedure, tells each fault, and writes nothing', async (kind, make) => {
  const [one, two] = [await someone(), await someone({ hospitalNumber: `H-${kind}` })];
  const before = await snapshotOf(app.database.db, { except: ['sessions'] });
  const read = await desk().preview(
    await make([
      aConsent(one),
      aConsent(one, { side: '' }),
      aConsent(two, { procedure: 'Something else' }),
      aConsent(two, { born: '1951-03-14' }),
      aConsent({ ...two, nhsNumber: testNhsNumber(399) }),
      aConsent(two, { status: 'Draft', signed: '' }),
      aConsent(two, { signed: '2031-01-01' }),
      aConsent(two, { procedure: 'phaco', form: 'FORM_1' }),
    ]),
  );
  expect(read.message).toBe('Successfully parsed 8 records');
  expect(read.data).toMatchObject({ created: 0, before: null, file: { kind } });
  expect(faultsIn(read)).toEqual([
    [],
    ['side: This procedure has sides: enter LEFT, RIGHT or BOTH'],
    ['procedure: The library does not know this procedure. Choose it.'],
    ['dateOfBirth: The patient with this NHS number was born on another day'],
    ['nhsNumber: No patient here has this NHS number'],
    ['status: The State must be one of SIGNED, DECLINED, WITHDRAWN, EXPIRED, VOIDED'],
    ['signedAt: The time of signing must not be in the future'],
    [],
  ]);
  expect(read.data.recordData[0]).toMatchObject({
    row: 2,
    ok: true,
    value: {
      nhsNumber: one.nhsNumber,
      dateOfBirth: one.dateOfBirth,
      side: 'RIGHT',
      formType: 'FORM_1',
      status: 'SIGNED',
      signedAt: '2026-07-20',
    },
    patient: { id: one.id, lastName: one.lastName },
    procedure: { procedureName: 'Cataract surgery with lens implant' },
    side: 'RIGHT',
  });
  expect(await snapshotOf(app.database.db, { except: ['sessions'] })).toEqual(before);
});

test.each(['recordImport', 'importConsent'] as const)(
  '%s: a commit makes cases that are in force, amber at best, and never sealed',
  async (name) => {
    const patient = await someone();
    const spelled = consentDesk(app, staff.token, name);
    const file = consentsCsv([
      aConsent(patient, { id: `X-${name}` }),
      aConsent(patient, { side: 'Left', status: 'Declined', id: `Y-${name}` }),
    ]);
    const { data: read } = await spelled.preview(file);
    const done = await spelled.commit(file, { digest: read.file.digest, key: randomUUID() });
    expect(done).toMatchObject({ message: 'successfully imported', data: { created: 2 } });
    const [signed, declined] = done.data.recordData;
    const { record, consents, timeline } = await details(signed?.recordID ?? '');
    expect(record).toMatchObject({
      status: 'SIGNED',
      inForceConsentID: signed?.consentID,
      current: { origin: { kind: 'IMPORT' }, sealState: 'NONE' },
    });
    expect(consents).toMatchObject([
      {
        consentID: signed?.consentID,
        patientID: patient.id,
        sealState: 'NONE',
        contentDigest: null,
        verifyCode: null,
        recipients: [],
        signatures: [],
        bitpaperPDFURL: null,
        preSignedDocumentUrl: null,
        origin: {
          kind: 'IMPORT',
          digest: read.file.digest,
          row: 2,
          by: expect.any(String),
          day: '2026-07-20',
          externalID: `X-${name}`,
        },
        importedSigners: [
          { role: 'PATIENT', name: 'Amber Demo' },
          { role: 'CLINICIAN', name: 'Mr Demo Elsewhere' },
        ],
      },
    ]);
    expect(localDate(Date.parse(consents[0]?.signedAt ?? ''), app.deps.settings.timeZone)).toBe('2026-07-20');
    expect(timeline.map(({ type }) => type)).toEqual(['CASE_CREATED', 'CONSENT_IMPORTED']);
    expect((await staff.call('recordTimeline', { id: record.recordID })).data.chain.ok).toBe(true);
    expect((await details(declined?.recordID ?? '')).record).toMatchObject({ status: 'DECLINED', inForceConsentID: null });
    for (const { recordID } of [signed, declined].map((each) => ({ recordID: each?.recordID ?? '' })))
      expect(await integrityOf(recordID)).toEqual([]);
  },
);

test('an imported consent has no document, and says so', async () => {
  const [made] = await imported([aConsent(await someone())]);
  const { consentID = '', recordID = '' } = made ?? {};
  const sentence = FAILURES.IMPORTED_NOT_SEALED.message;
  await expect(staff.download(consentID)).rejects.toMatchObject({ status: 409, code: 'MOVE_REFUSED', message: sentence });
  for (const kind of ['SIGNED', 'PRE_SIGNED', 'AUDIT', 'PAPER'] as const)
    expect(await staff.refused('consentGetPrivateUrl', { consentID, kind })).toMatchObject({ status: 409, message: sentence });
  expect(await staff.refused('recordPdfGetter', { id: recordID })).toMatchObject({ status: 409, message: sentence });
});

test('nobody waits for the seal of an imported consent', async () => {
  const [made] = await imported([aConsent(await someone())]);
  const { db } = app.database;
  const organisationId = (await db.selectFrom('organisations').select('id').executeTakeFirstOrThrow()).id;
  const ids = [
    ...(await unsealedWithoutJob(db, 1000)),
    ...(await stuckSeals(db, { organisationId, signedBefore: '2100-01-01T00:00:00.000Z' })),
  ].map(({ id }) => id);
  expect(ids).not.toContain(made?.consentID);
});

test('the light of a listed case is amber and names the paper, on the list and on a tablet', async () => {
  const patient = await someone();
  const [made] = await imported([aConsent(patient, { signed: localDate(app.clock.now(), 'Europe/London') })]);
  const { recordID = '' } = made ?? {};
  const date = localDate(app.clock.now(), app.deps.settings.timeZone);
  const { version } = (await details(recordID)).record;
  await staff.call('recordUpdate', { recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
  const { data } = await staff.call('patientListed', { startDate: date, endDate: date, listType: 'ALL' });
  const light = { light: 'AMBER', reason: 'Imported: see the paper form' };
  expect(data.find((each) => each.recordID === recordID)).toMatchObject(light);
  const { changes } = await pull(staff);
  expect(changes.find(({ entity, id }) => entity === 'listed' && id === recordID)?.data).toMatchObject(light);
  expect(
    changes.find(
      ({ entity, data: told }) => entity === 'consent' && told !== null && 'recordID' in told && told.recordID === recordID,
    )?.data,
  ).toMatchObject({ origin: { kind: 'IMPORT' } });
});

test('imported consents are counted, and are in no chart', async () => {
  const figures = async () => (await staff.call('dashboardInfo', {})).data.caseAmounts;
  const chart = async () => (await staff.call('dashboardChart', { time: 'month' })).data.series;
  const [counts, lines] = [await figures(), await chart()];
  await imported([aConsent(await someone())]);
  expect((await figures()).signed).toBe(counts.signed + 1);
  expect(await chart()).toEqual(lines);
});

test('a bad row refuses all, chosen rows leave it out, and edits mend it', async () => {
  const [one, two] = [await someone(), await someone()];
  const file = consentsCsv([aConsent(one), aConsent(two, { procedure: 'Unknown to the library', side: '' })]);
  const { digest } = (await desk().preview(file)).data.file;
  const before = await snapshotOf(app.database.db, { except: ['sessions'] });
  expect(await failed(desk().commit(file, { digest, key: randomUUID() }))).toMatchObject({
    status: 400,
    code: 'INVALID',
    fields: [{ path: 'rows.3.procedure', message: 'The library does not know this procedure. Choose it.' }],
    data: { bad: 1 },
  });
  expect(await snapshotOf(app.database.db, { except: ['sessions'] })).toEqual(before);
  const { procedureID = '' } = (await staff.call('procedureGet', { search: 'cataract' })).data.records[0] ?? {};
  const edits = [
    { row: 3, field: 'procedure', value: procedureID },
    { row: 3, field: 'side', value: 'left' },
  ];
  const { data: mended } = await desk().preview(file, { rows: [3], edits });
  expect(mended.recordData).toMatchObject([{ row: 3, ok: true, side: 'LEFT', procedure: { procedureID } }]);
  expect((await desk().commit(file, { digest, rows: [2], key: randomUUID() })).data.created).toBe(1);
  expect((await desk().commit(file, { digest, rows: [3], edits, key: randomUUID() })).data.created).toBe(1);
});

test('another file than the one that was read is refused, and so is a commit that names none', async () => {
  const patient = await someone();
  const { digest } = (await desk().preview(consentsCsv([aConsent(patient)]))).data.file;
  const other = consentsCsv([aConsent(patient, { side: 'Left' })]);
  expect(await failed(desk().commit(other, { digest, key: randomUUID() }))).toMatchObject({
    status: 400,
    fields: [{ path: 'digest', message: 'This is not the file that was read. Read it again before you import it.' }],
  });
  expect(await failed(desk().commit(other, { key: randomUUID() }))).toMatchObject({ status: 400, fields: [{ path: 'digest' }] });
  expect(await failed(desk().preview(other, { rows: [99] }))).toMatchObject({ status: 400, fields: [{ path: 'rows' }] });
});

test('the same key again answers the same and creates nothing; another key finds each consent here already', async () => {
  const [one, two] = [await someone(), await someone()];
  const file = consentsCsv([aConsent(one), aConsent(two, { id: 'EXT-7' })]);
  const { digest } = (await desk().preview(file)).data.file;
  const key = randomUUID();
  const first = await desk().commit(file, { digest, key });
  expect(await desk().commit(file, { digest, key })).toEqual(first);
  const cases = await app.database.db.selectFrom('cases').select('id').where('patient_id', 'in', [one.id, two.id]).execute();
  expect(cases).toHaveLength(2);
  const again = await desk().preview(file);
  expect(again.data.before).toMatchObject({ created: 2 });
  expect(faultsIn(again)).toEqual([
    [': A consent of the same patient, procedure, side and day is here already'],
    ['externalID: A consent with this reference is here already'],
  ]);
  expect(await failed(desk().commit(file, { digest, key: randomUUID() }))).toMatchObject({ status: 400, data: { bad: 2 } });
});

test('a consent that was signed here is known by patient, procedure, side and day', async () => {
  const version = await sent(staff);
  await signAll(app, staff, version);
  const { data } = await staff.call('patientGetDetails', { id: version.patientID });
  const today = localDate(app.clock.now(), app.deps.settings.timeZone);
  const { patient } = data;
  const row = aConsent(patient, { signed: today, nhs: '' });
  const file = `Last name,First name,DOB,Procedure,Side,Form,State,Signed\n${patient.lastName},${patient.firstName},${patient.dateOfBirth},${row.procedure},Right,1,Signed,${today}\n`;
  expect(faultsIn(await desk().preview(file))).toEqual([
    [': A consent of the same patient, procedure, side and day is here already'],
  ]);
});

test('doubles within the file are told at the later row', async () => {
  const patient = await someone();
  const read = await desk().preview(consentsCsv([aConsent(patient), aConsent(patient), aConsent(patient, { side: 'L' })]));
  expect(faultsIn(read)).toEqual([[], [': A consent of the same patient, procedure, side and day stands in row 2 as well'], []]);
});

test('a patient of another organisation is nobody, and its imports are its own', async () => {
  const patient = await someone();
  await imported([aConsent(patient, { id: 'SHARED-1' })]);
  const other = await signIn(app, 'admin@second.nhs.uk');
  const theirs = consentDesk(app, other.token);
  expect(faultsIn(await theirs.preview(consentsCsv([aConsent(patient, { id: 'SHARED-1' })])))[0]).toContain(
    'nhsNumber: No patient here has this NHS number',
  );
  const [made] = await imported([aConsent(await someone())]);
  expect(await other.refused('recordDetails', { id: made?.recordID ?? '' })).toMatchObject({ status: 404 });
});

test('kinds of files that hold no table of consents are refused with a sentence', async () => {
  expect(await failed(desk().preview('{"resourceType":"Bundle"}'))).toMatchObject({ status: 415 });
  expect(await failed(desk().preview('%PDF-1.7'))).toMatchObject({ status: 415 });
  expect(await failed(desk().preview(''))).toMatchObject({ status: 400 });
});

test('a mapping by hand is remembered for the next file with these headings', async () => {
  const patient = await someone();
  const file = (side: string) =>
    `Nr,Born,What,Where,F,S,D\n${patient.nhsNumber},${patient.dateOfBirth},Cataract surgery with lens implant,${side},1,signed,1/7/2026\n`;
  const mapping = {
    Nr: 'nhsNumber',
    Born: 'dateOfBirth',
    What: 'procedure',
    Where: 'side',
    F: 'formType',
    S: 'status',
    D: 'signedAt',
  };
  const { data: read } = await desk().preview(file('R'), { mapping });
  expect(read.recordData[0]?.errors).toEqual([]);
  await desk().commit(file('R'), { mapping, digest: read.file.digest, key: randomUUID() });
  expect((await desk().preview(file('L'))).data.recordData[0]).toMatchObject({ ok: true, side: 'LEFT' });
});

test('later moves: withdrawn, recorded in error, confirmed on the day, and replaced by a form that is signed here', async () => {
  const [withdrawn, mistaken, confirmed, replaced] = await imported([
    aConsent(await someone()),
    aConsent(await someone()),
    aConsent(await someone(), { signed: '2026-04-20' }),
    aConsent(await someone()),
  ]);
  await staff.call('recordWithdraw', { consentID: withdrawn?.consentID ?? '', reason: 'Changed her mind' });
  expect((await details(withdrawn?.recordID ?? '')).record).toMatchObject({ status: 'WITHDRAWN', inForceConsentID: null });
  await staff.call('recordVoid', { consentID: mistaken?.consentID ?? '', reason: 'Not hers', kind: 'WRONG_PATIENT' });
  expect((await details(mistaken?.recordID ?? '')).record).toMatchObject({ status: 'VOIDED', inForceConsentID: null });
  const old = (await details(confirmed?.recordID ?? '')).consents[0];
  const patient = (await details(confirmed?.recordID ?? '')).record.patient;
  expect(old?.confirmState).toBe('DUE');
  const statement = statementFor('CONFIRMER', {
    formType: 'FORM_1',
    procedures: old?.procedures ?? [],
    patientName: `${patient.firstName} ${patient.lastName}`,
    interpreting: { interpreter: null, interpreterNeeded: null, interpreterNoneReason: '' },
  });
  await staff.call('recordConfirm', {
    consentID: confirmed?.consentID ?? '',
    statement,
    typedName: 'Demo Clinician',
    answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
    capturedAt: new Date(app.clock.now()).toISOString(),
  });
  expect((await details(confirmed?.recordID ?? '')).consents[0]?.confirmState).toBe('CONFIRMED');
  const opened = await staff.call('recordReconsent', { id: replaced?.recordID ?? '', reason: 'A new talk' });
  const newest = (await details(replaced?.recordID ?? '')).consents[0];
  expect(newest).toMatchObject({ consentID: opened.consentID, status: 'DRAFT', origin: null, oldProcedures: [] });
  expect(newest?.procedures[0]?.risks.length).toBeGreaterThan(0);
  const saved = await staff.call('consentUpdate', {
    consentID: opened.consentID,
    version: newest?.version ?? 0,
    templateID: await templateId(staff),
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
  });
  const { data: out } = await staff.call('consentSend', {
    consentID: opened.consentID,
    version: saved.version,
    channel: 'DEVICE',
  });
  await signAll(app, staff, out);
  await app.doJobs();
  const { record, consents } = await details(replaced?.recordID ?? '');
  expect(record.inForceConsentID).toBe(opened.consentID);
  expect(consents.map(({ status, sealState }) => [status, sealState])).toEqual([
    ['SIGNED', 'SEALED'],
    ['SUPERSEDED', 'NONE'],
  ]);
  for (const made of [withdrawn, mistaken, confirmed, replaced]) expect(await integrityOf(made?.recordID ?? '')).toEqual([]);
});

test('what a file said of a consent is covered by its timeline', async () => {
  const [made, other] = await imported([aConsent(await someone(), { id: 'KEPT-1' }), aConsent(await someone())]);
  const { consentID = '', recordID = '' } = made ?? {};
  expect(await integrityOf(recordID)).toEqual([]);
  const { db } = app.database;
  await sql`update consents set content = jsonb_set(content, '{procedures,0,side}', '"LEFT"') where id = ${consentID}`.execute(
    db,
  );
  expect(await integrityOf(recordID)).toEqual(['CONTENT_CHANGED']);
  await sql`update consents set origin = jsonb_set(origin, '{day}', '"2026-08-01"') where id = ${other?.consentID ?? ''}`.execute(
    db,
  );
  expect(await integrityOf(other?.recordID ?? '')).toEqual(['CONTENT_CHANGED']);
});

test('an expired consent of a file cannot be sent again', async () => {
  const [made] = await imported([aConsent(await someone(), { status: 'Expired', signed: '' })]);
  expect(await staff.refused('recordSend', { recordID: made?.recordID ?? '', channel: 'DEVICE' })).toMatchObject({ status: 409 });
});

test('who imports may read the progress, and the import stands in the security log', async () => {
  const patient = await someone();
  const file = consentsCsv([aConsent(patient)]);
  const key = randomUUID();
  const { digest } = (await desk().preview(file)).data.file;
  await desk().commit(file, { digest, key });
  expect((await staff.call('importProgress', { key })).data).toEqual({ phase: 'DONE', done: 1, total: 1 });
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  expect((await admin.call('securityGet', { type: 'CONSENTS_IMPORTED' })).data.records[0]).toMatchObject({
    subject: '1 consent',
    detail: digest,
  });
});
