import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { sha256Hex } from '#server/sha256.ts';
import { aPatient, draft, signed, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import type { AnyBundle } from '#tests/support/fhir/checkers.ts';
import { importTwo } from '#tests/support/fhir/import-two.ts';
import { bundleReader, resourceIn, resourcesIn } from '#tests/support/fhir/read-bundle.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const CONTACT = { emailAddress: 'demo-reach@example.org', phoneNumber: '01632 960077', address: '7 Demo Lane' };

let staff: Caller & { token: string };
let patientID: string;
let consentID: string;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  patientID = (await staff.call('patientCreate', aPatient(CONTACT))).data.patient.id;
  ({ consentID } = await signed(opened, staff, { patientID }));
  await opened.doJobs();
});
let read: ReturnType<typeof bundleReader>;
beforeAll(() => void (read = bundleReader(app, staff.token)));

const ask = (query: string, token = staff.token) =>
  app.ask({ method: 'GET', url: `/api/patient/get/bundle?${query}`, headers: { authorization: `Bearer ${token}` } });
const documents = () => app.database.db.updateTable('documents').where('consent_id', '=', consentID);

test('the file is FHIR’s JSON, named by the number of the patient', async () => {
  const { recordID } = (await staff.call('patientGetDetails', { id: patientID })).data.patient;
  const { headers } = await ask(`id=${patientID}`);
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'application/fhir+json',
    `attachment; filename="${recordID}.fhir.json"`,
  ]);
});

test('with documents the bundle holds the sealed file byte by byte, without them its size and its digest', async () => {
  const file = await staff.download(consentID);
  const bundle = await read(patientID, 'DATA');
  const withData = resourceIn(bundle, 'DocumentReference');
  const [{ attachment }] = withData.content;
  expect(Buffer.from(attachment.data, 'base64').equals(file)).toBe(true);
  expect(attachment.size).toBe(file.length);
  const digest = Buffer.from(sha256Hex(file), 'hex').toString('base64url');
  const own = { system: 'http://assent.test/id/document', value: withData.id };
  expect(withData.masterIdentifier).toEqual(own);
  expect(withData.identifier).toEqual([own, { system: 'urn:ietf:rfc:3986', value: `ni:///sha-256;${digest}` }]);
  const { data, ...rest } = attachment;
  expect(data).not.toBe('');
  const without = resourceIn(await read(patientID), 'DocumentReference');
  expect(without).toEqual({ ...withData, content: [{ attachment: rest }] });
  expect(JSON.stringify(await read(patientID))).not.toContain('"url":"http://assent.test');
});

test('two exports of one record name each resource alike', async () => {
  const { timestamp: _, ...one } = await read(patientID);
  const { timestamp: __, ...other } = await read(patientID);
  expect(one).toEqual(other);
  const derived = resourcesIn(one, 'QuestionnaireResponse').map(({ id }) => id);
  expect(derived).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)]);
});

test('an export is in the security log, without a word of the patient', async () => {
  await read(patientID, 'DATA');
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  const { recordID } = (await staff.call('patientGetDetails', { id: patientID })).data.patient;
  const [line] = (await auditor.call('securityGet', { type: 'RECORD_EXPORTED' })).data.records;
  expect(line).toMatchObject({
    actor: 'Demo Clinician',
    subject: `patient ${recordID}`,
    detail: expect.stringMatching(/^FHIR, \d+ entries, documents DATA$/),
  });
});

test('nobody gets the record of a patient beyond their reach', async () => {
  const second = await signIn(app, 'admin@second.nhs.uk');
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  for (const { token } of [second, referrer]) expect((await ask(`id=${patientID}`, token)).status).toBe(404);
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  expect((await ask(`id=${patientID}`, auditor.token)).status).toBe(403);
  const own = (await referrer.call('patientCreate', aPatient())).data.patient.id;
  expect((await ask(`id=${own}`, referrer.token)).status).toBe(200);
});

test('a record whose documents are too large is refused before they are read, and is there without them', async () => {
  const before = await app.database.db
    .selectFrom('documents')
    .select(['id', 'bytes'])
    .where('consent_id', '=', consentID)
    .execute();
  await documents()
    .set({ bytes: sql`decode(repeat('00', 20000000), 'hex')` })
    .execute();
  const refused = await ask(`id=${patientID}&documents=DATA`);
  expect([refused.status, refused.body.error, refused.body.message]).toEqual([
    413,
    'TOO_LARGE',
    'This record with its documents is too large for one file. Download it without the documents.',
  ]);
  expect((await ask(`id=${patientID}`)).status).toBe(200);
  for (const { id, bytes } of before)
    await app.database.db.updateTable('documents').set({ bytes }).where('id', '=', id).execute();
});

test('an altered document is given to nobody, also not by its digest', async () => {
  const [row] = await app.database.db.selectFrom('documents').selectAll().where('consent_id', '=', consentID).execute();
  await documents()
    .set({ bytes: Buffer.from('%PDF another') })
    .execute();
  expect((await ask(`id=${patientID}&documents=DATA`)).body.error).toBe('DOCUMENT_ALTERED');
  await documents()
    .set({ sha256: sha256Hex(Buffer.from('%PDF another')) })
    .execute();
  expect((await ask(`id=${patientID}`)).body.error).toBe('DOCUMENT_ALTERED');
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const lines = (await admin.call('securityGet', { type: 'RECORD_ALTERED' })).data.records;
  expect(lines.map(({ subject }) => subject)).toEqual([`consent ${consentID}`, `consent ${consentID}`]);
  await documents().set({ bytes: row!.bytes, sha256: row!.sha256 }).execute();
});

test('the bundle of a protected patient says so, and holds no contact details for anybody', async () => {
  const restricted = async (value: boolean) => {
    const { version } = (await staff.call('patientGetDetails', { id: patientID })).data.patient;
    await staff.call('patientUpdate', { id: patientID, version, restricted: value, reason: 'Asked for' });
  };
  expect(JSON.stringify(await read(patientID))).toContain(CONTACT.address);
  await restricted(true);
  const bundle = await read(patientID);
  const patient = resourceIn(bundle, 'Patient');
  expect(patient.meta.security).toEqual([
    { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R', display: 'restricted' },
  ]);
  expect([patient.telecom, patient.address]).toEqual([undefined, undefined]);
  for (const word of Object.values(CONTACT)) expect(JSON.stringify(bundle)).not.toContain(word);
  await restricted(false);
});

test('a merged patient names the record into which it went, which is in the bundle', async () => {
  const [gone, stays] = [await newPatient(), await newPatient()];
  const { version } = (await staff.call('patientGetDetails', { id: gone })).data.patient;
  await staff.call('patientUpdateStatus', { id: gone, version, status: 'MERGED', mergedInto: stays });
  const bundle = await read(gone);
  const [merged, survivor] = resourcesIn(bundle, 'Patient');
  expect([merged.id, merged.active, survivor.id]).toEqual([gone, false, stays]);
  expect(merged.link).toEqual([{ other: { reference: `urn:uuid:${stays}` }, type: 'replaced-by' }]);
});

test('consents of merged records are in the file of the record in use, each of the record for which it was made', async () => {
  const [first, second, last] = [await newPatient(), await newPatient(), await newPatient()];
  const made = [];
  for (const id of [first, second, last]) made.push([(await draft(staff, { patientID: id })).consentID, `urn:uuid:${id}`]);
  for (const [gone, stays] of [
    [first, second],
    [second, last],
  ] as const) {
    const { version } = (await staff.call('patientGetDetails', { id: gone })).data.patient;
    await staff.call('patientUpdateStatus', { id: gone, version, status: 'MERGED', mergedInto: stays });
  }
  const bundle = await read(last);
  const consents = resourcesIn(bundle, 'Consent').map(({ id, patient }) => [id, patient.reference]);
  expect(consents.toSorted()).toEqual(made.toSorted());
  const replacedBy = [{ other: { reference: `urn:uuid:${last}` }, type: 'replaced-by' }];
  expect(resourcesIn(bundle, 'Patient').map(({ id, link }) => [id, link])).toEqual([
    [last, undefined],
    [first, replacedBy],
    [second, replacedBy],
  ]);
  // The one in the middle of a chain is no record in use: the first reaches the last.
  const ofFirst = await read(first);
  expect(resourcesIn(ofFirst, 'Patient').map(({ id, link }) => [id, link])).toEqual([
    [first, replacedBy],
    [last, undefined],
  ]);
  expect(resourcesIn(ofFirst, 'Consent').map(({ id }) => id)).toEqual([made[0]?.[0]]);
});

test('whoever signed under an account of the hospital stands with their number on the register, as the clinician of the form does', async () => {
  const { db } = app.database;
  const id = (await staff.call('patientCreate', aPatient({}))).data.patient.id;
  await signed(app, staff, { patientID: id });
  const { clinician_id: clinician } = await db
    .selectFrom('consents')
    .innerJoin('cases', 'cases.id', 'consents.case_id')
    .select('consents.clinician_id')
    .where('cases.patient_id', '=', id)
    .executeTakeFirstOrThrow();
  const user = await db.selectFrom('users').select('id').where('email', '=', 'hospital@demo.nhs.uk').executeTakeFirstOrThrow();
  const numbers = { [clinician]: '7654321', [user.id]: '1234567' };
  for (const [each, consultant_code] of Object.entries(numbers))
    await db.updateTable('users').set({ consultant_code }).where('id', '=', each).execute();
  const own = db.selectFrom('consents').innerJoin('cases', 'cases.id', 'consents.case_id').select('consents.id');
  await db
    .updateTable('signatures')
    .set({ user_id: user.id })
    .where('role', '=', 'CLINICIAN')
    .where('consent_id', 'in', own.where('cases.patient_id', '=', id))
    .execute();
  const told = resourcesIn(await read(id), 'Practitioner').map((each) => [each.id, each.identifier?.[0].value]);
  expect(Object.fromEntries(told)).toEqual(numbers);
});

test('a consent from a file says so on each of its resources, and names nobody whom the file does not', async () => {
  const nhsNumber = testNhsNumber(77);
  const id = (await staff.call('patientCreate', aPatient({ nhsNumber }))).data.patient.id;
  const ids = [...(await importTwo(app, nhsNumber)), (await draft(staff, { patientID: id })).consentID];
  const bundle = await read(id);
  const named = ({ reference }: AnyBundle) => bundle.entry.find(({ fullUrl }: AnyBundle) => fullUrl === reference).resource;
  const [imported, ended, own] = ids.map((consentID) => {
    const consent = resourcesIn(bundle, 'Consent').find((each) => each.id === consentID);
    const answers = named(consent.sourceReference);
    return { consent, answers, request: named(answers.basedOn[0]) };
  }) as [Parts, Parts, Parts];
  const tag = [{ system: 'http://assent.test/id/tag', code: 'imported', display: 'Imported, not sealed' }];
  const tagsOf = ({ consent, answers, request }: Parts) => [consent.meta?.tag, answers.meta?.tag, request.meta?.tag];
  expect([imported, ended, own].map(tagsOf)).toEqual([
    [tag, tag, tag],
    [tag, tag, tag],
    [undefined, undefined, undefined],
  ]);
  expect([imported.answers.author, imported.answers.source, imported.request.requester]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(resourcesIn(bundle, 'Practitioner').map(({ name }) => name)).toEqual([[{ text: 'Demo Clinician' }]]);
  expect(ended.request.requester).toEqual(ended.answers.author);
  expect(named(ended.request.requester).name).toEqual([{ text: 'Demo Clinician' }]);
  expect([imported.request.authoredOn, ended.request.authoredOn]).toEqual(['2026-07-20', '2026-02-03']);
  // The last day in force is known; the day of a withdrawal elsewhere is not, from which on it denies.
  const periodOf = ({ consent }: Parts) => Object.keys(consent.provision.period ?? {});
  expect([imported, ended].map(periodOf)).toEqual([['start', 'end'], []]);
  const { dateTime } = imported.consent;
  const said = imported.answers.item.map(({ linkId, answer }: AnyBundle) => [linkId, answer[0]]);
  expect(Object.fromEntries(said)).toEqual({
    'origin.kind': { valueString: 'IMPORT' },
    'origin.digest': { valueString: expect.stringMatching(/^[0-9a-f]{64}$/) },
    'origin.row': { valueInteger: 2 },
    'origin.at': { valueDateTime: imported.answers.authored },
    'origin.by': { valueString: expect.any(String) },
    'origin.day': { valueDate: '2026-07-20' },
    'origin.externalID': { valueString: 'OLD-1' },
    'importedSigners.0.role': { valueString: 'PATIENT' },
    'importedSigners.0.name': { valueString: 'Amber Demo' },
    'importedSigners.0.signedAt': { valueDateTime: dateTime },
    'importedSigners.1.role': { valueString: 'CLINICIAN' },
    'importedSigners.1.name': { valueString: 'Mr Demo Elsewhere' },
    'importedSigners.1.signedAt': { valueDateTime: dateTime },
  });
});

type Parts = { readonly consent: AnyBundle; readonly answers: AnyBundle; readonly request: AnyBundle };

async function newPatient(): Promise<string> {
  return (await staff.call('patientCreate', aPatient())).data.patient.id;
}
