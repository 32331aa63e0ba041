import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { signed, aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, allSign, draft2, sent2 } from '#tests/support/forms/form-2.ts';
import { allLines, packText, releasedPack } from '#tests/support/packs/open-pack.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Staff = Caller & { token: string };
let staff: Staff;
let first: Staff;
let second: Staff;
const app = useTestApp(async (opened) => {
  const person = await addPerson(opened, { role: 'ADMIN' });
  opened.clock.advance(8 * DAY);
  staff = await signIn(opened);
  first = await signIn(opened, 'admin@demo.nhs.uk');
  second = await signIn(opened, person.email);
});

const create = async (patientID: string, forWhom: 'PATIENT' | 'PARENT' = 'PATIENT') =>
  (await first.call('subjectAccessCreate', { patientID, reason: 'Asked for by letter', for: forWhom })).data;

test('words of a form that are withheld are in no file, bundle or signature of it either', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const form = await signed(app, staff, { patientID: patient.id });
  await app.doJobs();
  await app.database.db
    .updateTable('consents')
    .set({ interpreter_comments: 'Quetzal was in the room' })
    .where('id', '=', form.consentID)
    .execute();
  const all = await releasedPack(app, { first, second }, { patientID: patient.id });
  const fileNames = ({ files }: typeof all) => Object.keys(files).filter((name) => name.startsWith('documents/'));
  expect(fileNames(all).length).toBeGreaterThan(0);
  expect(packText(all.files)).toContain('Quetzal');
  const { id } = await create(patient.id);
  await app.doJobs();
  const lines = await allLines(first, id);
  const about = lines.filter(({ words }) => words.includes('Quetzal'));
  expect(about).toHaveLength(1);
  const left = await releasedPack(
    app,
    { first, second },
    { patientID: patient.id, withhold: (_, { words }) => words.includes('Quetzal') },
  );
  expect(fileNames(left)).toEqual([]);
  expect(packText(left.files)).not.toContain('Quetzal');
  expect(Buffer.from(left.files['record.fhir.json'] ?? []).toString()).not.toContain(form.consentID);
});

test('a child who signs a form of the family is the patient: their own place waits for nobody', async () => {
  const { recordID, consentID } = await sent2(staff, allSign());
  const patientID = (await staff.call('recordDetails', { id: recordID })).data.record.patient.id;
  const { organisation_id } = await app.database.db
    .selectFrom('consents')
    .select('organisation_id')
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  const changed = await app.database.db
    .updateTable('recipients')
    .set({ email: 'own@example.org' })
    .where('organisation_id', '=', organisation_id)
    .where('consent_id', '=', consentID)
    .where('role', '=', 'CHILD')
    .executeTakeFirstOrThrow();
  expect(changed.numUpdatedRows).toBe(1n);
  const { id } = await create(patientID);
  await app.doJobs();
  const lines = (await allLines(first, id)).map(({ words }) => words);
  expect(lines).not.toContain('own@example.org');
  expect(lines.some((words) => words.includes('clinician@demo.nhs.uk'))).toBe(false);
});

test('two forms that are kept from parents are decided one by one', async () => {
  const young = { ...allSign(), child: aChild({ tellParents: 'NO' }) };
  const { recordID } = await draft2(staff, young);
  const patientID = (await staff.call('recordDetails', { id: recordID })).data.record.patient.id;
  await draft2(staff, { ...young, patientID });
  const { id } = await create(patientID, 'PARENT');
  await app.doJobs();
  const ofKind = async () => (await allLines(first, id)).filter(({ kind }) => kind === 'YOUNG');
  const [one, other, ...more] = await ofKind();
  expect(more).toEqual([]);
  expect(one?.words).toBe(other?.words);
  await first.call('subjectAccessDecide', { id, lines: [one!.id], decision: 'WITHHOLD', reason: 'Not to be told' });
  expect((await ofKind()).flatMap((line) => (line.decision === null ? [line.id] : []))).toEqual([other!.id]);
});
