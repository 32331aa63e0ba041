import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { aPatient, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { independentRows } from '#tests/support/packs/independent-rows.ts';
import { packRows, releasedPack } from '#tests/support/packs/open-pack.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The figure of messages: the rows of packs are those that independent SQL counts.

type Staff = Caller & { token: string };
const isFull = process.env['FULL'] === '1';
/** Patients of the figure; some of them on a push. */
const PATIENTS = isFull ? 20 : 4;

const app = useTestApp();
let staff: Staff;
let first: Staff;
let second: Staff;
const patients: string[] = [];

beforeAll(async () => {
  const person = await addPerson(app, { role: 'ADMIN' });
  app.clock.advance(8 * DAY);
  staff = await signIn(app);
  first = await signIn(app, 'admin@demo.nhs.uk');
  second = await signIn(app, person.email);
  for (let nth = 0; nth < PATIENTS; nth += 1) patients.push(await MADE[nth % MADE.length]!());
  await app.doJobs();
});

const one = async () => (await staff.call('patientCreate', aPatient())).data.patient;

/** Each kind of patient that a path could miss. */
const MADE: readonly (() => Promise<string>)[] = [merged, restricted, withParents, signedAndOut];

/** Two records with a form each, of which one is merged into the other. */
async function merged(): Promise<string> {
  const [kept, gone] = [await one(), await one()];
  await signed(app, staff, { patientID: kept.id });
  await signed(app, staff, { patientID: gone.id });
  await mergeInto(kept.id, gone.id);
  return kept.id;
}

async function mergeInto(into: string, from: string): Promise<void> {
  const versionOf = async (id: string) => (await staff.call('patientGetDetails', { id })).data.patient.version;
  await staff.call('patientUpdateStatus', { id: from, version: await versionOf(from), status: 'MERGED', mergedInto: into });
}

async function restricted(): Promise<string> {
  const { id } = await one();
  await signed(app, staff, { patientID: id });
  await staff.call('patientUpdate', { id, version: 1, restricted: true, reason: 'Asked for by the patient' });
  return id;
}

async function withParents(): Promise<string> {
  const { recordID } = await sent2(staff, allSign());
  return (await staff.call('recordDetails', { id: recordID })).data.record.patient.id;
}

async function signedAndOut(): Promise<string> {
  const { id } = await one();
  await signed(app, staff, { patientID: id });
  await sent(staff, { patientID: id });
  return id;
}

/** The tables in which a pack has other rows than the database. */
function differing(pack: Readonly<Record<string, number>>, stored: Readonly<Record<string, number>>): string[] {
  return [...new Set([...Object.keys(pack), ...Object.keys(stored)])].filter(
    (table) => (pack[table] ?? 0) !== (stored[table] ?? 0),
  );
}

function rowsIn(files: Readonly<Record<string, Uint8Array>>): Record<string, number> {
  const tables = Object.keys(files).flatMap((name) => /^data\/(\w+)\.json$/.exec(name)?.[1] ?? []);
  return Object.fromEntries(tables.map((table) => [table, packRows(files, table).length]).filter(([, rows]) => rows !== 0));
}

test('pack rows = rows by independent SQL: merged, restricted, with parents', async () => {
  let [rows, tables] = [0, 0];
  for (const patientID of patients) {
    const { id, files } = await releasedPack(app, { first, second }, { patientID });
    const family = await app.database.db
      .selectFrom('patients')
      .select('id')
      .where((is) => is.or([is('id', '=', patientID), is('survivor_id', '=', patientID)]))
      .execute();
    const pack = rowsIn(files);
    const stored = await independentRows(
      app,
      family.map((each) => each.id),
    );
    // The pack is of the moment at which it was made: what its own making and its download leave came later.
    const since = await app.database.db
      .selectFrom('security_log')
      .select('id')
      .where('type', '=', 'RECORD_EXPORTED')
      .where('at', '>', (has) => has.selectFrom('subject_packs').select('made_at').where('id', '=', id))
      .execute();
    stored['security_log'] = (stored['security_log'] ?? 0) - since.length;
    const readings = await app.database.db
      .selectFrom('access_log')
      .select('id')
      .where('patient_id', '=', patientID)
      .where('at', '>', (has) => has.selectFrom('subject_packs').select('made_at').where('id', '=', id))
      .execute();
    stored['access_log'] = (stored['access_log'] ?? 0) - readings.length;
    expect(differing(pack, stored), JSON.stringify({ pack, stored })).toEqual([]);
    rows += Object.values(pack).reduce((sum, each) => sum + each, 0);
    tables = Math.max(tables, Object.keys(pack).length);
    // A table that is left out, and one row that is, are found.
    for (const table of Object.keys(pack)) {
      const { [table]: _, ...without } = pack;
      expect(differing(without, stored)).toEqual([table]);
      expect(differing({ ...pack, [table]: (pack[table] ?? 0) - 1 }, stored)).toEqual([table]);
    }
  }
  process.stdout.write(
    `pack rows = rows by independent SQL: ${patients.length} patients, ${rows} rows, up to ${tables} tables, 0 differ\n`,
  );
});
