import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { migrate } from '#server/data/open/migrate.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { theatreCases } from '#server/data/theatre/listed-cases.ts';
import { demoLists } from '#server/seed/demo-lists.ts';
import { seed } from '#server/seed/seed.ts';
import { presentTheatreCase } from '#server/work/theatre/theatre-list.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

const app = useTestApp();

test('the demo lists cases of every light yesterday, today and tomorrow, each once', async () => {
  const empty = await openTestDatabase<Tables>({ migrate: ({ db }) => migrate(db) });
  try {
    const deps = { ...app.deps, database: empty };
    await seed(deps, 'demo', demoLists);
    const { db } = empty;
    // As once the sealing jobs have run.
    await db.updateTable('consents').set({ seal_state: 'SEALED' }).where('status', '=', 'SIGNED').execute();
    const { organisation_id: organisationId } = await db
      .selectFrom('users')
      .select('organisation_id')
      .where('email', '=', 'clinician@demo.nhs.uk')
      .executeTakeFirstOrThrow();
    const on = (days: number) => localDate(deps.clock() + days * DAY, deps.settings.timeZone);
    const filter = { from: on(-1), to: on(1), listType: 'ALL', clinicianId: undefined } as const;
    const rows = await theatreCases(db, { organisationId, clinicianId: undefined }, filter, 100);
    const lights = rows.map((row) => presentTheatreCase(row, deps)).map(({ date, light }) => [date, light].join(' '));
    for (const days of [-1, 0, 1])
      for (const light of ['GREEN', 'AMBER', 'RED']) expect(lights).toContain(`${on(days)} ${light}`);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  } finally {
    await empty.drop();
  }
});
