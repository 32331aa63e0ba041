import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { csvFile, fhirFile, listedPeople, nhsNumbers, xlsxFile } from '#tests/support/people/patient-files.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { importDesk, soundRows } from './desk.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
});
const desk = () => importDesk(app, staff.token);
const [KNOWN = ''] = nhsNumbers(1, 70_000);
const A_ROW = 'Surname,DOB\nDemo-Import,14/03/1950\n';
const patientsNow = () => app.database.db.selectFrom('patients').selectAll().orderBy('number').execute();
const failed = (made: Promise<unknown>): Promise<Record<string, unknown>> =>
  made.then(
    (): Record<string, unknown> => ({ status: 200 }),
    ({ status, code, message, fields, data }: Record<string, unknown>) => ({ status, code, message, fields, data }),
  );

test('a preview reads the file, compares it, and writes nothing', async () => {
  const { data: known } = await staff.call('patientCreate', {
    ...aPatient(),
    lastName: 'Demo-Rowan',
    dateOfBirth: '1950-03-14',
    nhsNumber: KNOWN,
    phoneNumber: '01632 960017',
  });
  // That patients of here were named is logged.
  const except = ['sessions', 'access_log', 'chain_heads'];
  const before = await snapshotOf(app.database.db, { except });
  const read = await desk().preview(
    [
      'Surname,Forename,DOB,NHS No.,Ward',
      'Demo-Poplar,Iris,25/05/1948,9990000221,7',
      `DEMO-ROWAN,Amber Jane,14/03/1950,${spacedNhsNumber(KNOWN)},7`,
      'Demo-Larch,Saffron,3 Apr 1969,,7',
      'demo-larch,S,03/04/1969,,7',
    ].join('\n'),
  );
  expect(read.message).toBe('Successfully parsed 4 records');
  expect(read.columns).toEqual([
    { heading: 'Surname', field: 'lastName' },
    { heading: 'Forename', field: 'firstName' },
    { heading: 'DOB', field: 'dateOfBirth' },
    { heading: 'NHS No.', field: 'nhsNumber' },
    { heading: 'Ward', field: null },
  ]);
  expect(read.file).toEqual({ kind: 'CSV', encoding: 'UTF-8', delimiter: ',', digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(read.before).toBeNull();
  expect(read.data.map(({ row, errors, sameAs }) => [row, errors.map(({ path }) => path), sameAs])).toEqual([
    [2, ['nhsNumber'], []],
    [3, [], []],
    [4, [], [5]],
    [5, [], [4]],
  ]);
  expect(read.data[0]?.value).toEqual({
    lastName: 'Demo-Poplar',
    firstName: 'Iris',
    dateOfBirth: '1948-05-25',
    nhsNumber: '9990000221',
  });
  expect(read.data[1]?.possibleDuplicates.map(({ patient, reason }) => [patient.id, reason, patient.phoneNumber])).toEqual([
    [known.patient.id, 'NHS_NUMBER', '01632 960017'],
  ]);
  expect(await snapshotOf(app.database.db, { except })).toEqual(before);
});

test.each([
  ['CSV', csvFile],
  ['XLSX', xlsxFile],
  ['FHIR', fhirFile],
] as const)('%s: the same list gives the same patients, and the sound ones are created', async (kind, make) => {
  const people = listedPeople(12).map((person) => ({ ...person, mrn: `${kind}-${person.mrn}` }));
  const read = await desk().preview(await make(people));
  expect(read.file.kind).toBe(kind);
  expect(read.data.map(({ errors }) => errors.map(({ path }) => path))).toEqual([
    ['nhsNumber'],
    ['dateOfBirth'],
    ['lastName'],
    ...Array.from({ length: 9 }, () => []),
  ]);
  expect(read.data[5]?.value).toEqual({
    lastName: 'Demo-Name5',
    firstName: 'First5',
    dateOfBirth: '1935-06-06',
    nhsNumber: people[5]?.nhs,
    hospitalNumber: `${kind}-HX5`,
    phoneNumber: '01632 960001',
  });
  const { message, data } = await desk().add({ patients: soundRows(read), digest: read.file.digest });
  expect(message).toBe('successfully imported');
  expect(data.created).toBe(9);
  const stored = await app.database.db.selectFrom('patients').selectAll().where('hospital_number', 'like', `${kind}-%`).execute();
  expect(stored.map(({ nhs_number: nhs }) => nhs).toSorted()).toEqual(
    people
      .slice(3)
      .map(({ nhs }) => nhs)
      .toSorted(),
  );
  const { data: found } = await staff.call('patientSearch', { search: `${kind}-HX7` });
  expect(found).toMatchObject([
    { lastName: 'Demo-Name7', recordID: expect.stringMatching(/^P-\d{6}$/), status: 'ACTIVE', version: 1 },
  ]);
});

test('all fields are stored, also state, protection and communication, and the answer is in the order of the rows', async () => {
  const ids = [randomUUID(), randomUUID()] as const;
  const { data } = await desk().add({
    patients: [
      {
        id: ids[0],
        lastName: 'Demo-Whole',
        firstName: 'A',
        dateOfBirth: '1950-03-14',
        sex: 'FEMALE',
        emailAddress: 'A@Example.org',
        address: '1 Lane\nTown',
        restricted: true,
        communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' },
        status: 'DECEASED',
      },
      { id: ids[1], lastName: "O'Neill 王", dateOfBirth: '1951-01-01' },
    ],
  });
  expect(data.results.map(({ id }) => id)).toEqual(ids);
  const { patient } = (await staff.call('patientGetDetails', { id: ids[0] })).data;
  expect(patient).toMatchObject({
    status: 'DECEASED',
    restricted: true,
    emailAddress: 'a@example.org',
    address: '1 Lane\nTown',
    communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' },
  });
  expect(patient.recordID).toBe(data.results[0]?.recordID);
});

test('one faulty row refuses all: the rows are named, counted, and nothing is written', async () => {
  const before = await patientsNow();
  const patients = Array.from({ length: 60 }, (_, at) => ({
    lastName: 'Demo',
    dateOfBirth: at < 55 ? '1950-02-30' : '1950-03-14',
    nhsNumber: at === 3 ? '9990000019' : null,
  }));
  // The client checks the same schema and would not send it.
  const { status, body } = await app.ask({
    method: 'POST',
    url: '/api/patient/bulk-add',
    headers: { authorization: `Bearer ${staff.token}` },
    payload: { patients },
  });
  expect([status, body.error, body.data]).toEqual([400, 'INVALID', { bad: 55 }]);
  const fields: { path: string }[] = body.fields;
  expect(fields).toHaveLength(50);
  expect(fields.map(({ path }) => path).slice(0, 5)).toEqual([
    'patients.0.dateOfBirth',
    'patients.1.dateOfBirth',
    'patients.2.dateOfBirth',
    'patients.3.dateOfBirth',
    'patients.3.nhsNumber',
  ]);
  expect(await patientsNow()).toEqual(before);
});

test('birth dates to come and doubled ids are faults of their rows', async () => {
  const id = randomUUID();
  const refused = await failed(
    desk().add({
      patients: [
        { id, lastName: 'Demo-A', dateOfBirth: '1950-03-14' },
        { id, lastName: 'Demo-B', dateOfBirth: '2026-08-07' },
      ],
    }),
  );
  expect(refused).toMatchObject({
    status: 400,
    data: { bad: 1 },
    fields: [
      { path: 'patients.1.dateOfBirth', message: 'The Date of birth must not be in the future' },
      { path: 'patients.1.id', message: 'Another patient of this import has the same id' },
    ],
  });
});

test('the same key again gives the first answer, the same ids under another key are refused, and nobody is created twice', async () => {
  const patients = [1, 2, 3].map((at) => ({ id: randomUUID(), lastName: `Demo-Twice${at}`, dateOfBirth: '1950-03-14' }));
  const key = randomUUID();
  const first = await desk().add({ patients }, key);
  expect(await desk().add({ patients }, key)).toEqual(first);
  const more = [{ id: randomUUID(), lastName: 'Demo-Twice4', dateOfBirth: '1950-03-14' }, ...patients];
  expect(await failed(desk().add({ patients: more }))).toMatchObject({ status: 409, code: 'ALREADY_EXISTS' });
  const stored = await app.database.db.selectFrom('patients').select('id').where('last_name', 'like', 'Demo-Twice%').execute();
  expect(stored).toHaveLength(3);
});

test('patients are numbered one after another', async () => {
  const patients = Array.from({ length: 30 }, (_, at) => ({ lastName: `Demo-Number${at}`, dateOfBirth: '1950-03-14' }));
  const { data } = await desk().add({ patients });
  const numbers = data.results.map(({ recordID }) => Number(recordID.slice(2)));
  expect(new Set(numbers).size).toBe(30);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  const { data: next } = await staff.call('patientCreate', aPatient());
  expect(numbers).not.toContain(Number(next.patient.recordID?.slice(2)));
});

test('a mapping that was committed is used for the same headings, whatever their order, and for no other hospital', async () => {
  const file = 'Nachname,Geboren\nDemo-Esche,14.03.1950\n';
  expect((await desk().preview(file)).columns.map(({ field }) => field)).toEqual([null, null]);
  const mapping = { Nachname: 'lastName', Geboren: 'dateOfBirth' };
  const read = await desk().preview(file, { mapping });
  expect(read.data[0]).toMatchObject({ value: { lastName: 'Demo-Esche', dateOfBirth: '1950-03-14' }, errors: [] });
  await desk().add({ patients: soundRows(read), digest: read.file.digest, mapping });
  expect((await desk().preview('Geboren,Nachname\n1.1.1990,Demo\n')).columns.map(({ field }) => field)).toEqual([
    'dateOfBirth',
    'lastName',
  ]);
  expect((await desk().preview('Nachname,Geboren,Ort\n')).columns.map(({ field }) => field)).toEqual([null, null, null]);
  const other = await signIn(app, 'admin@second.nhs.uk');
  expect((await importDesk(app, other.token).preview(file)).columns.map(({ field }) => field)).toEqual([null, null]);
});

test('two columns of one field are refused by name', async () => {
  const refused = await failed(desk().preview('A,B\n1,2\n', { mapping: { A: 'lastName', B: 'lastName' } }));
  expect(refused).toMatchObject({
    status: 400,
    fields: [{ path: 'mapping', message: 'Two columns are read as Last name. Leave one of them out.' }],
  });
});

test('a file that was imported before says when, by whom, and how many', async () => {
  const file = 'Surname,DOB\nDemo-Again,14/03/1950\n';
  const read = await desk().preview(file);
  expect(read.before).toBeNull();
  await desk().add({ patients: soundRows(read), digest: read.file.digest });
  expect((await desk().preview(file)).before).toEqual({ at: expect.any(String), by: expect.any(String), created: 1 });
  expect((await desk().preview(`${file}Demo-Other,1/1/1950\n`)).before).toBeNull();
});

test('an import is in the security log, without a word of a patient', async () => {
  const read = await desk().preview(A_ROW);
  await desk().add({ patients: soundRows(read), digest: read.file.digest });
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { data } = await admin.call('securityGet', { type: 'PATIENTS_IMPORTED' });
  expect(data.records[0]).toMatchObject({ type: 'PATIENTS_IMPORTED', subject: '1 patient', detail: read.file.digest });
  expect(JSON.stringify(data.records)).not.toContain('Demo-Import');
});

test.each<[string, string, number, string]>([
  ['a PDF', '%PDF-1.7', 415, 'This kind of file is not read. Save the list as CSV or as an Excel workbook (.xlsx).'],
  ['an empty file', '', 400, 'The file is empty.'],
  [
    'too many rows',
    `Surname\n${'Demo\n'.repeat(5001)}`,
    413,
    'The file has too many rows. At most 5,000 are read: split the file.',
  ],
])('%s is refused with a sentence', async (_, file, status, message) => {
  expect(await failed(desk().preview(file))).toMatchObject({ status, fields: [{ path: 'file', message }] });
});

test('contact details of a protected patient are shown to nobody who may not change patients', async () => {
  await desk().add({
    patients: [
      {
        lastName: 'Demo-Hidden',
        dateOfBirth: '1950-03-14',
        hospitalNumber: 'HID1',
        phoneNumber: '01632 960099',
        restricted: true,
      },
    ],
  });
  const file = 'Surname,DOB,MRN\nDemo-Hidden,14/03/1950,HID1\n';
  const own = (await desk().preview(file)).data[0]?.possibleDuplicates[0]?.patient;
  expect(own?.phoneNumber).toBe('01632 960099');
  const { db } = app.database;
  const role = await db.selectFrom('roles').selectAll().where('key', '=', 'NURSE').executeTakeFirstOrThrow();
  await db
    .updateTable('roles')
    .set({ permissions: JSON.stringify(['patients.read', 'patients.import']) as never })
    .where('id', '=', role.id)
    .execute();
  const reader = await signIn(app, (await addPerson(app, { role: 'NURSE' })).email);
  const theirs = (await importDesk(app, reader.token).preview(file)).data[0]?.possibleDuplicates[0]?.patient;
  expect(theirs).toMatchObject({ lastName: 'Demo-Hidden', phoneNumber: null });
});

test('how far a call is can be asked by its key, by the same person alone', async () => {
  const key = randomUUID();
  expect(await desk().progress(key)).toEqual({ phase: 'UNKNOWN', done: 0, total: 0 });
  const phases = new Set<string>();
  const note = app.deps.importProgress.note.bind(app.deps.importProgress);
  app.deps.importProgress.note = (owner, of, progress) => {
    if (of === key) phases.add(progress.phase);
    note(owner, of, progress);
  };
  const read = await desk().preview(csvFile(listedPeople(150).slice(3)), { key });
  app.deps.importProgress.note = note;
  expect([...phases]).toEqual(['READING', 'CHECKING', 'DONE']);
  expect(await desk().progress(key)).toEqual({ phase: 'DONE', done: 147, total: 147 });
  const other = await signIn(app, 'clinician@demo.nhs.uk');
  expect((await importDesk(app, other.token).progress(key)).phase).toBe('UNKNOWN');
  const adding = randomUUID();
  await desk().add({ patients: soundRows(read).slice(0, 5) }, adding);
  expect(await desk().progress(adding)).toEqual({ phase: 'DONE', done: 5, total: 5 });
  await failed(desk().preview('', { key }));
  expect((await desk().progress(key)).phase).toBe('UNKNOWN');
});

test('a row with more cells than headings is a fault of the whole row', async () => {
  const { data } = await desk().preview('Surname,Address,DOB\nDemo-A,1 Lane, Town,14/03/1950\nDemo-B,2 Lane,14/03/1950\n');
  expect(data.map(({ errors }) => errors.map(({ path }) => path))).toEqual([['', 'dateOfBirth'], []]);
  expect(data[0]?.cells).toEqual(['Demo-A', '1 Lane', ' Town', '14/03/1950']);
});

test('at most three duplicates of a row are named, the oldest first', async () => {
  const [nhsNumber = ''] = nhsNumbers(1, 50_000);
  await desk().add({
    patients: [1, 2, 3, 4, 5].map((at) => ({ lastName: `Demo-Same${at}`, dateOfBirth: '1950-03-14', nhsNumber })),
  });
  const { data } = await desk().preview(`Surname,DOB,NHS no\nDemo-X,1/1/1990,${nhsNumber}\n`);
  expect(data[0]?.possibleDuplicates).toHaveLength(3);
  expect(new Set(data[0]?.possibleDuplicates.map(({ reason }) => reason))).toEqual(new Set(['NHS_NUMBER']));
});

test('a file as large as may be sent is read, and one byte more is not', async () => {
  const head = 'Surname,DOB\n';
  const longest = `${head}${'Demo,14/03/1950\n'.repeat(4999)}`;
  expect((await desk().preview(longest)).data).toHaveLength(4999);
  const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1, 'a');
  expect(await failed(desk().preview(tooLarge))).toMatchObject({ status: 413, code: 'TOO_LARGE' });
});
