import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { outboxItems } from '#store/outbox/list.ts';
import { createConsent, createPatient } from '#tests/store/app-calls.ts';
import { aPatient } from '#tests/support/forms/builders.ts';
import { growCall } from '#tests/support/server/grown-call.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { killableTablet } from '#tests/support/tablet/killable-tablet.ts';
import { restoreDatabases, storedDatabases, type StoredDatabase } from '#tests/support/tablet/stored-database.ts';

const app = useTestApp(async () => undefined);

/** Half of the calls of a queue: as many patients, each with a form. */
const PATIENTS = 24;
/** The shapes that a vault had in builds before, and what each lacks of today's. */
const SHAPES: readonly { version: number; tables: readonly string[]; indexes: readonly string[] }[] = [
  { version: 1, tables: ['listings', 'summaries'], indexes: ['recordId'] },
  { version: 2, tables: ['summaries'], indexes: ['recordId'] },
  { version: 3, tables: [], indexes: [] },
];

/** A vault as a build before had it on the disk. */
function asBefore(stored: StoredDatabase, { version, tables, indexes }: (typeof SHAPES)[number]): StoredDatabase {
  const left = stored.tables.filter(({ name }) => !tables.includes(name));
  const older = left.map((table) => ({ ...table, indexes: table.indexes.filter(({ name }) => !indexes.includes(name)) }));
  // The browser's number of a version is ten times the vault's.
  return { ...stored, version: version * 10, tables: older };
}

async function removed(name: string): Promise<void> {
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', resolve);
    request.addEventListener('error', reject);
  });
}

test.each(SHAPES)(
  '48 calls in a vault of version $version, the first answer lost before the update, and four kills: each is sent once, and nobody is asked',
  async (shape) => {
    const tablet = await killableTablet(app);
    const lastName = `Demo-Version-${shape.version}`;
    for (let nth = 0; nth < PATIENTS; nth += 1) {
      const patientID = await createPatient(tablet.store(), aPatient({ lastName, firstName: `Ada ${nth}` }));
      await createConsent(tablet.store(), { patientID, formType: 'FORM_1' });
    }
    expect(await tablet.store().db.ops.count()).toBe(2 * PATIENTS);
    await tablet.pass('answer lost');
    const { name } = tablet.store().db;
    await tablet.kill(async () => {
      const [stored] = await storedDatabases((each) => each === name);
      await removed(name);
      await restoreDatabases([asBefore(stored!, shape)]);
    });
    // The server is updated too: its calls have a field more than what the tablet has sent.
    growCall('patientCreate');
    await tablet.kill();
    await tablet.pass('never sent');
    await tablet.kill();
    await tablet.pass('answer lost');
    await tablet.kill();
    await tablet.drain();
    expect((await outboxItems(tablet.store().db)).map(({ call, state, error }) => [call, state, error?.message])).toEqual([]);
    const { data } = await tablet.staff.call('patientGet', { search: lastName, limit: 100 });
    expect(new Set(data.records.map(({ firstName }) => firstName)).size).toBe(PATIENTS);
    expect(data.records).toHaveLength(PATIENTS);
    for (const { id } of data.records)
      expect((await tablet.staff.call('patientGetDetails', { id })).data.records).toHaveLength(1);
  },
);
