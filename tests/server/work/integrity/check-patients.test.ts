import { sql, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { checkAll, type Finding } from '#server/work/integrity/check-all.ts';
import { fileKey } from '#server/outside/heads-file.ts';
import { recordPatientsOnce } from '#server/work/integrity/record-patients.ts';
import { aPatient, draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { importDesk, soundRows } from '#tests/server/work/imports/desk.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const run = (statement: RawBuilder<unknown>) => statement.execute(app.database.db);
const check = async () => checkAll(app.deps, { filed: undefined });
const faultsOf = (findings: readonly Finding[], id: string) => [
  ...new Set(findings.filter(({ subject }) => subject === `patient ${id}`).map(({ fault }) => fault)),
];

/** A patient who was entered, changed twice, and protected. */
async function aChanged(): Promise<string> {
  const { patient } = (await staff.call('patientCreate', aPatient({ emailAddress: 'before@example.org' }))).data;
  const { data } = await staff.call('patientUpdate', { id: patient.id, version: patient.version, lastName: 'Corrected' });
  await staff.call('patientUpdate', { id: patient.id, version: data.version, emailAddress: 'after@example.org' });
  return patient.id;
}

type Plant = [what: string, fault: IntegrityFault, plant: (id: string) => RawBuilder<unknown>];
const PLANTS: Plant[] = [
  ['the last name', 'DETAILS_CHANGED', (id) => sql`update patients set last_name = 'Somebody' where id = ${id}`],
  ['the birth date', 'DETAILS_CHANGED', (id) => sql`update patients set date_of_birth = '1951-01-01' where id = ${id}`],
  ['the NHS number', 'DETAILS_CHANGED', (id) => sql`update patients set nhs_number = '9990000018' where id = ${id}`],
  ['the email address', 'DETAILS_CHANGED', (id) => sql`update patients set email = 'thief@example.org' where id = ${id}`],
  ['the protection', 'DETAILS_CHANGED', (id) => sql`update patients set restricted = true where id = ${id}`],
  [
    'the language',
    'DETAILS_CHANGED',
    (id) => sql`update patients set communication = jsonb_set(communication, '{language}', '"pl"') where id = ${id}`,
  ],
  ['the status', 'DETAILS_CHANGED', (id) => sql`update patients set status = 'DECEASED' where id = ${id}`],
  ['the record in use', 'DETAILS_CHANGED', (id) => sql`update patients set survivor_id = ${id} where id = ${id}`],
  ['the author', 'DETAILS_CHANGED', (id) => sql`update patients set created_by = gen_random_uuid() where id = ${id}`],
  ['the text of searches', 'DETAILS_CHANGED', (id) => sql`update patients set search = 'nobody' where id = ${id}`],
  [
    'a line in the middle of the history',
    'HISTORY_CHANGED',
    (id) =>
      sql`update patient_changes set changes = jsonb_set(changes, '{0,to}', '"Somebody"') where patient_id = ${id} and seq = 2`,
  ],
  [
    'the author of a line',
    'HISTORY_CHANGED',
    (id) => sql`update patient_changes set actor = 'Nobody' where patient_id = ${id} and seq = 1`,
  ],
  ['the first line, taken out', 'HISTORY_CHANGED', (id) => sql`delete from patient_changes where patient_id = ${id} and seq = 1`],
  [
    'the whole history with its end, taken out',
    'DETAILS_CHANGED',
    (id) => sql`with lines as (delete from patient_changes where patient_id = ${id}) delete from chain_heads where id = ${id}`,
  ],
];

test('patients whom nobody has altered have no faults, and of none are the details unrecorded', async () => {
  await aChanged();
  const { findings, unrecorded } = await check();
  expect([findings, unrecorded]).toEqual([[], 0]);
});

describe('a check names what was altered in the database without the server', () => {
  const planted: string[] = [];
  let found: Finding[];
  beforeAll(async () => {
    await recordPatientsOnce(app.deps);
    await run(sql`alter table patient_changes disable trigger user`);
    for (const [, , plant] of PLANTS) {
      const id = await aChanged();
      await run(plant(id));
      planted.push(id);
    }
    found = (await check()).findings;
    await run(sql`alter table patient_changes enable always trigger patient_changes_append_only`);
    await run(sql`alter table patient_changes enable always trigger patient_changes_never_emptied`);
  });

  test.each(PLANTS.map(([what, fault], at) => [what, fault, at] as const))('%s', (_, fault, at) => {
    expect(faultsOf(found, planted[at] ?? '')).toContain(fault);
  });
});

test('of a patient from a file the author and the text of searches are compared as of one who was entered', async () => {
  const { token } = await signIn(app, 'bch@demo.nhs.uk');
  const desk = importDesk(app, token);
  const names = ['Untouched', 'Author', 'Search'];
  const read = await desk.preview(`Surname,DOB\n${names.map((name) => `Demo-${name},14/03/1950`).join('\n')}\n`);
  await desk.add({ patients: soundRows(read), digest: read.file.digest });
  const rows = await app.database.db
    .selectFrom('patients')
    .select(['id', 'last_name'])
    .where('last_name', 'in', ['Demo-Untouched', 'Demo-Author', 'Demo-Search'])
    .execute();
  const idOf = (name: string) => rows.find((row) => row.last_name === `Demo-${name}`)?.id ?? '';
  await run(sql`update patients set created_by = gen_random_uuid() where id = ${idOf('Author')}`);
  await run(sql`update patients set search = 'nobody' where id = ${idOf('Search')}`);
  const { findings } = await check();
  expect(names.map((name) => faultsOf(findings, idOf(name)))).toEqual([[], ['DETAILS_CHANGED'], ['DETAILS_CHANGED']]);
});

test('two rows of patients that were exchanged are found, both', async () => {
  const [one, other] = [await aChanged(), await aChanged()];
  await run(sql`update patients p set date_of_birth = q.date_of_birth, first_name = q.first_name, last_name = 'Exchanged' from patients q
    where (p.id = ${one} and q.id = ${other}) or (p.id = ${other} and q.id = ${one})`);
  const { findings } = await check();
  for (const id of [one, other]) expect(faultsOf(findings, id)).toEqual(['DETAILS_CHANGED']);
});

test('a case and a patient that are gone with all their rows, but for their recorded ends, are found', async () => {
  const { recordID, consentID } = await draft(staff);
  const { id } = (await staff.call('patientCreate', aPatient())).data.patient;
  await run(sql`alter table timeline disable trigger user`);
  await run(sql`alter table patient_changes disable trigger user`);
  for (const gone of [
    sql`delete from timeline where case_id = ${recordID}`,
    sql`delete from consents where id = ${consentID}`,
    sql`delete from cases where id = ${recordID}`,
    sql`delete from patient_changes where patient_id = ${id}`,
    sql`delete from patients where id = ${id}`,
  ])
    await run(gone);
  const { organisation_id, head } = await app.database.db
    .selectFrom('chain_heads')
    .selectAll()
    .where('id', '=', recordID)
    .executeTakeFirstOrThrow();
  // The file of heads misses the same two.
  const ends = [
    { organisation_id, chain: 'TIMELINE' as const, id: recordID, length: 1, head },
    { organisation_id, chain: 'PATIENT' as const, id, length: 1, head },
  ];
  const filed = { isWhole: true, newestAt: undefined, heads: new Map(ends.map((end) => [fileKey(end), end])) };
  const { findings } = await checkAll(app.deps, { filed });
  // Without that file the ends alone tell of them.
  const { findings: byEnds } = await checkAll(app.deps, { filed: undefined });
  const of = [`case ${recordID}`, `patient ${id}`];
  for (const each of [findings, byEnds])
    expect(
      each
        .filter(({ subject }) => of.includes(subject))
        .map(({ fault }) => fault)
        .toSorted(),
    ).toEqual(['CASE_GONE', 'PATIENT_GONE']);
  await run(sql`alter table timeline enable always trigger timeline_append_only`);
  await run(sql`alter table timeline enable always trigger timeline_never_emptied`);
  await run(sql`alter table patient_changes enable always trigger patient_changes_append_only`);
  await run(sql`alter table patient_changes enable always trigger patient_changes_never_emptied`);
});

test('of more ends of nothing than are read at once each is named', async () => {
  const MANY = 1001;
  await run(sql`insert into chain_heads (organisation_id, chain, id, length, head, at, recorded, mac)
    select id, 'TIMELINE', gen_random_uuid(), 1, 'of nothing', now(), '{}', '' from (select id from organisations limit 1) as one, generate_series(1, ${MANY})`);
  const before = (await check()).findings.filter(({ fault }) => fault === 'CASE_GONE').length;
  await run(sql`delete from chain_heads where head = 'of nothing'`);
  const after = (await check()).findings.filter(({ fault }) => fault === 'CASE_GONE').length;
  expect(before - after).toBe(MANY);
});

test('patients from before there were histories are recorded once, dated in the log, and compared from then on', async () => {
  const [untouched, altered, changed] = [await aChanged(), await aChanged(), await aChanged()];
  await run(sql`alter table patient_changes disable trigger user`);
  for (const id of [untouched, altered, changed])
    await run(sql`with lines as (delete from patient_changes where patient_id = ${id}) delete from chain_heads where id = ${id}`);
  await run(sql`alter table patient_changes enable always trigger patient_changes_append_only`);
  await run(sql`alter table patient_changes enable always trigger patient_changes_never_emptied`);
  await run(sql`delete from settings where name = 'patients_recorded'`);
  expect((await check()).unrecorded).toBeGreaterThanOrEqual(3);
  await recordPatientsOnce(app.deps);
  const head = await app.database.db.selectFrom('chain_heads').selectAll().where('id', '=', untouched).executeTakeFirstOrThrow();
  expect(head).toMatchObject({ length: 0, head: CHAIN_START });
  const { patient } = (await staff.call('patientGetDetails', { id: changed })).data;
  await staff.call('patientUpdate', { id: changed, version: patient.version, lastName: 'Later' });
  await run(sql`update patients set first_name = 'Somebody' where id = ${altered}`);
  const { findings, unrecorded } = await check();
  expect(unrecorded).toBe(0);
  expect([untouched, altered, changed].map((id) => faultsOf(findings, id))).toEqual([[], ['DETAILS_CHANGED'], []]);
  const log = await app.database.db.selectFrom('security_log').select('detail').where('type', '=', 'HEADS_RECORDED').execute();
  expect(log.some(({ detail }) => /^\d+ patients from before there were histories/.test(detail))).toBe(true);
});
