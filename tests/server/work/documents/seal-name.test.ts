import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openSealKeys } from '#server/outside/seal/keys.ts';
import type { Db } from '#server/data/db.ts';
import { firstOrganisationOf, seed } from '#server/seed/seed.ts';
import { readSettings } from '#server/settings.ts';
import { sealName } from '#server/work/documents/seal-name.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { newFolder, NOW } from '#tests/server/outside/seal/sealed-demo.ts';

const app = useTestApp();

/** The subject of the certificate whose key a start with these settings makes. */
async function madeFor(db: Db, set: { organisationName?: string } = {}): Promise<string> {
  const settings = { ...readSettings(undefined), ...set };
  const organisationName = await sealName(db, settings, firstOrganisationOf('demo', settings));
  const { leaf } = await openSealKeys({ dataDir: newFolder(), organisationName, now: NOW });
  return new X509Certificate(leaf).subject;
}

test('a new seal bears the name that is set, else that of the organisation that was here first', async () => {
  const { db } = app.database;
  // The demo makes both at one moment.
  const earlier = db.updateTable('organisations').where('name', '=', 'Demo General Hospital');
  await earlier.set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();
  expect(await madeFor(db, { organisationName: 'Demo Trust' })).toBe('O=Demo Trust\nCN=Demo Trust seal');
  expect(await madeFor(db)).toBe('O=Demo General Hospital\nCN=Demo General Hospital seal');
});

test('at the first start, before there is an organisation, a new seal bears the name of the one that the start makes', async () => {
  const empty = await openTestDatabase<Tables>({ migrate: ({ db }) => migrate(db) });
  try {
    expect(await madeFor(empty.db)).toBe('O=Demo General Hospital\nCN=Demo General Hospital seal');
    await seed({ ...app.deps, database: empty }, 'demo');
    expect((await empty.db.selectFrom('organisations').select('name').execute()).map(({ name }) => name)).toContain(
      'Demo General Hospital',
    );
  } finally {
    await empty.drop();
  }
});
