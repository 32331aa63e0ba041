import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import papaparse from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import type { ExportName } from '#contract/exports.ts';
import { withoutFormulaGuard } from '#domain/exports/csv.ts';
import { exportedPatient } from '#domain/exports/exports.ts';
import { presentPatient } from '#server/data/patients/patients.ts';
import { importDesk, soundRows } from '#tests/server/work/imports/desk.ts';
import { aPatient, draft, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { nhsNumbers } from '#tests/support/people/patient-files.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const ROWS = 5000;

let staff: Caller & { token: string };
let other: Caller & { token: string };
const app = useTestApp();
beforeAll(async () => {
  staff = await signIn(app);
  other = await signIn(app, 'admin@second.nhs.uk');
});

async function fileOf<N extends ExportName>(name: N, input: Input<N>, by: Caller = staff): Promise<Buffer> {
  const file = await callForFile(calls[name], input as never, app.wire(by.token));
  return Buffer.from(await file.arrayBuffer());
}

/** A CSV as its reader sees it. */
const rowsOfCsv = (file: Buffer) => papaparse.parse<string[]>(file.toString('utf8').replace('\uFEFF', '').trimEnd()).data;

async function rowsOfXlsx(file: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { values } of streamXlsxRows(file)) {
    expect(values.every((value) => value === null || typeof value === 'string')).toBe(true);
    rows.push(values.map((value) => (typeof value === 'string' ? value : '')));
  }
  return rows;
}

/** The rows as texts, those at the end that are empty filled up to the headings. */
const tableOf = (rows: readonly string[][]) =>
  rows.map((row) => Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => row[at] ?? ''));

const lastLog = async () =>
  app.database.db.selectFrom('security_log').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow();

async function patientsOf(by: Caller): Promise<string[][]> {
  const { organisation } = (await by.call('userMe', {})).user;
  const rows = await app.database.db
    .selectFrom('patients')
    .selectAll()
    .where('organisation_id', '=', organisation[0]!._id)
    .orderBy('number')
    .execute();
  // Without the number, which each organisation counts for itself.
  return rows.map((row) => exportedPatient(presentPatient(row)).slice(1));
}

/** Made-up people with all that a file may get wrong. */
function people(count: number): Input<'patientBulkAdd'>['patients'] {
  const numbers = nhsNumbers(count, 200_000);
  return numbers.map((nhsNumber, at) => ({
    lastName: at % 7 === 0 ? `=Demo"${at}, Łoś` : `Demo-Export${at}`,
    firstName: at % 5 === 0 ? '' : at % 11 === 0 ? '@王 كنول' : `First ${at}`,
    dateOfBirth: `${1930 + (at % 80)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
    ...(at % 3 === 0 ? {} : { nhsNumber }),
    ...(at % 4 === 0 ? { hospitalNumber: `00${at}` } : {}),
    ...(at % 2 === 0 ? { phoneNumber: '+44 1632 960001', emailAddress: `demo${at}@example.org` } : {}),
    ...(at % 6 === 0 ? { address: `-${at} Lane\n"The House", Town\n  NW1 1AA` } : {}),
    ...(at % 9 === 0 ? { sex: 'INTERSEX' as const } : {}),
    ...(at % 8 === 0 ? { communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' as const } } : {}),
    ...(at % 10 === 0 ? { status: 'DECEASED' as const } : {}),
  }));
}

/** How many patients each format takes along; a workbook of all of them with the long suites. */
const SIZES = [
  ['XLSX', process.env['FULL'] === '1' ? ROWS : 300],
  ['CSV', ROWS],
] as const;

test('5,000 patients leave as a file and come in again elsewhere as they were, from either format', async () => {
  const all = people(ROWS);
  for (const [format, size] of SIZES) {
    const known = (await patientsOf(staff)).length;
    if (known < size) await importDesk(app, staff.token).add({ patients: all.slice(known, size) });
    const before = await patientsOf(staff);
    expect(before).toHaveLength(size);
    await app.database.db
      .deleteFrom('patients')
      .where('created_by', '=', await idOf(other))
      .execute();
    const started = performance.now();
    const file = await fileOf('exportPatients', { format });
    const took = performance.now() - started;
    const desk = importDesk(app, other.token);
    const preview = await desk.preview(file);
    expect(preview.message).toBe(`Successfully parsed ${size} records`);
    expect(preview.data.filter(({ errors }) => errors.length > 0)).toEqual([]);
    expect(preview.columns.filter(({ field }) => field === null).map(({ heading }) => heading)).toEqual(['recordID']);
    await desk.add({ patients: soundRows(preview) });
    expect((await patientsOf(other)).toSorted(byText)).toEqual(before.toSorted(byText));
    process.stdout.write(`${format}: ${size} patients, ${file.length} bytes, exported in ${took.toFixed(0)} ms\n`);
  }
});

const byText = (one: readonly string[], two: readonly string[]) => (one.join('|') < two.join('|') ? -1 : 1);
const idOf = async (by: Caller) => (await by.call('userMe', {})).user._id;

test('more than 10,000 lines are refused in words, and nothing is logged', async () => {
  await sql`insert into patients select made.* from users u
    join lateral (select * from patients p where p.organisation_id = u.organisation_id limit 1) as one on true
    cross join generate_series(1, 6000) as nth
    cross join lateral jsonb_populate_record(null::patients, to_jsonb(one)
      || jsonb_build_object('id', gen_random_uuid(), 'number', 900000 + nth, 'last_name', 'Demo-Many')) as made
    where u.id = ${await idOf(staff)}`.execute(app.database.db);
  const log = await lastLog();
  await expect(fileOf('exportPatients', { format: 'CSV' })).rejects.toMatchObject({
    status: 413,
    code: 'TOO_LARGE',
    message: 'More than 10,000 lines are too many for one file. Please choose fewer: by state, time or search.',
  });
  expect((await lastLog()).id).toBe(log.id);
  await app.database.db.deleteFrom('patients').where('last_name', '=', 'Demo-Many').execute();
});

test('a file holds what the list shows under its filter, and the log says so without the search', async () => {
  const hidden = aPatient({
    lastName: 'Demo-Hidden',
    phoneNumber: '01632 960099',
    emailAddress: 'hidden@example.org',
    address: '1 Secret Lane',
    restricted: true,
  });
  await staff.call('patientCreate', hidden);
  const file = await fileOf('exportPatients', { format: 'CSV', search: 'demo-hidden', status: 'active' });
  const [head = [], ...lines] = rowsOfCsv(file);
  expect(lines).toHaveLength(1);
  expect(file.toString('utf8')).not.toMatch(/960099|hidden@example|Secret/);
  expect(lines[0]?.[head.indexOf('restricted')]).toBe('yes');
  expect(await lastLog()).toMatchObject({
    type: 'LIST_EXPORTED',
    subject: 'patients',
    detail: '1 line as CSV, by a search, status ACTIVE',
    actor_id: await idOf(staff),
  });
});

test('cases, consents, theatre lists and procedures leave with their screen’s columns and ids, as text alone', async () => {
  const signed = await sent(staff);
  await signAll(app, staff, signed);
  const open = await draft(staff);
  const { version } = (await staff.call('recordDetails', { id: open.recordID })).data.record;
  await staff.call('recordUpdate', {
    recordID: open.recordID,
    version,
    listed: { date: '2026-09-01', theatre: 'Theatre 2', listType: 'THEATRE' },
  });
  const days = { startDate: '2026-09-01', endDate: '2026-09-01' };
  const wanted: readonly [ExportName, Input<ExportName>, { total: number; ids: readonly string[] }][] = [
    [
      'exportRecords',
      { format: 'XLSX', status: 'SIGNED' },
      { total: await total('recordGet', 'SIGNED'), ids: [signed.recordID] },
    ],
    [
      'exportConsents',
      { format: 'XLSX', status: 'DRAFT', myConsents: false },
      { total: await total('consentGetAll', 'DRAFT'), ids: [open.consentID, open.recordID] },
    ],
    ['exportListed', { format: 'XLSX', ...days }, { total: 1, ids: [open.recordID] }],
    ['exportListed', { format: 'XLSX', ...days, show: 'WAITING' }, { total: 1, ids: [open.recordID] }],
    ['exportProcedures', { format: 'XLSX', status: 'ACTIVE' }, { total: await total('procedureGet', 'ACTIVE'), ids: [] }],
  ];
  for (const [name, input, { total: count, ids }] of wanted) {
    const rows = tableOf(await rowsOfXlsx(await fileOf(name, input as never)));
    const csv = tableOf(rowsOfCsv(await fileOf(name, { ...input, format: 'CSV' })).map((row) => row.map(withoutFormulaGuard)));
    expect(csv, name).toEqual(rows);
    expect(rows.length - 1, name).toBe(count);
    for (const id of ids)
      expect(
        rows.some((row) => row.includes(id)),
        name,
      ).toBe(true);
  }
  const [head = [], line = []] = await rowsOfXlsx(await fileOf('exportListed', { format: 'XLSX', ...days }));
  expect(line[head.indexOf('Theatre')]).toBe('Theatre 2');
  expect(line[head.indexOf('Procedure')]).toMatch(/^Cataract surgery.*, RIGHT/);
  expect(line[head.indexOf('Consent')]).toBe('Stop');
});

async function total(name: 'recordGet' | 'consentGetAll' | 'procedureGet', status: string): Promise<number> {
  return (await staff.call(name, { status })).data.total;
}

test('referrals leave as their list shows them to each side, with the question as text', async () => {
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  const eyes = await signIn(app, 'eyes@demo.nhs.uk');
  const patientID = (await referrer.call('patientCreate', aPatient())).data.patient.id;
  const asked = { patientID, to: { speciality: 'Ophthalmology' }, question: '=Is an operation right?' };
  const { recordID } = (await referrer.call('recordRefer', asked)).data;
  for (const reader of [referrer, eyes]) {
    const filter = { referral: 'MINE', status: 'UNDER_REVIEW' } as const;
    const [head = [], ...lines] = await rowsOfXlsx(await fileOf('exportReferrals', { format: 'XLSX', ...filter }, reader));
    expect(lines).toHaveLength((await reader.call('recordGet', filter)).data.total);
    const line = lines.find((each) => each[head.indexOf('recordID')] === recordID);
    expect(line?.[head.indexOf('Question')]).toBe('=Is an operation right?');
    expect(line?.[head.indexOf('To')]).toBe('Ophthalmology');
    const csv = rowsOfCsv(await fileOf('exportReferrals', { format: 'CSV', ...filter }, reader));
    expect(csv.find((each) => each.includes(recordID))?.[head.indexOf('Question')]).toBe("'=Is an operation right?");
  }
  const elsewhere = await signIn(app, 'clinician@second.nhs.uk');
  const file = await fileOf('exportReferrals', { format: 'CSV', referral: 'ALL' }, elsewhere);
  expect(file.toString('utf8')).not.toContain(recordID);
});

test('days of a theatre list that are too many are refused in words', async () => {
  await expect(fileOf('exportListed', { format: 'CSV', startDate: '2026-01-01', endDate: '2026-12-31' })).rejects.toMatchObject({
    status: 400,
    fields: [{ path: 'endDate', message: 'At most 92 days can be shown at once' }],
  });
});

test('nothing of another organisation is in a file', async () => {
  await other.call('patientCreate', aPatient({ lastName: 'Demo-Elsewhere' }));
  expect(rowsOfCsv(await fileOf('exportPatients', { format: 'CSV', search: 'demo-elsewhere' }))).toHaveLength(1);
});

test('what was recorded of another patient by mistake leaves with no list', async () => {
  const additionalChoices = [{ id: 'students', title: 'Students', answer: 'DISCUSS' as const }];
  const { recordID, consentID } = await draft(staff, { refusals: ['Blood of others'], additionalChoices });
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  const listed = { date: '2026-09-03', theatre: null, listType: 'THEATRE' as const };
  await staff.call('recordUpdate', { recordID, version, listed });
  const days = { format: 'CSV', startDate: '2026-09-03', endDate: '2026-09-03' } as const;
  const text = async () => (await fileOf('exportListed', days)).toString('utf8');
  expect(await text()).toMatch(/Cataract surgery[\s\S]*Blood of others,Wants to talk about: Students/);
  const admin = await signIn(app, 'bch@demo.nhs.uk');
  await admin.call('recordVoid', { consentID, reason: 'Another person', kind: 'WRONG_PATIENT' });
  expect(await text()).toContain(recordID);
  expect(await text()).not.toMatch(/Cataract|Blood|Students/);
});
