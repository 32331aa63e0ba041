import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isPinnedBefore } from '#domain/forms/new-rules.ts';
import { isWitnessExcused } from '#domain/signing/witness-rule.ts';
import { newRulesSince } from '#server/data/consents/new-rules-since.ts';
import { migrations } from '#server/data/migrations/index.ts';
import { migrate } from '#server/data/open/migrate.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('a hospital begins with the new rules on the day of its own update, and stays with that moment', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0057'));
  const database = await openTestDatabase<Tables>({ name: 'before-0057', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    expect(await newRulesSince(db)).toBeNull();
    const { rows } = await sql<{ now: number }>`select extract(epoch from now())::float8 * 1000 as now`.execute(db);
    const before = Math.floor(rows[0]?.now ?? 0);
    await migrate(db);
    const since = await newRulesSince(db);
    expect(Date.parse(since ?? '')).toBeGreaterThanOrEqual(before);
    const moments = [-1, 0].map((by) => new Date(Date.parse(since ?? '') + by).toISOString());
    expect(moments.map((at) => isPinnedBefore(at, since))).toEqual([true, false]);
    expect(moments.map((pinnedAt) => isWitnessExcused({ isFirstShape: true, pinnedAt, since }))).toEqual([true, false]);
    await migrate(db);
    expect(await newRulesSince(db)).toBe(since);
  } finally {
    await database.drop();
  }
});

test('where the moment is not known, no form is from before', () => {
  expect([isPinnedBefore('2020-01-01T00:00:00.000Z', null), isPinnedBefore(null, '2026-12-01T00:00:00.000Z')]).toEqual([
    false,
    false,
  ]);
});
