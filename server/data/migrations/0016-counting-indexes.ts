import { sql, type Kysely } from 'kysely';

/**
 * The indexes that lists walk tell as well whether a row is deleted: pages, totals and the figures of the dashboard are counted in an
 * index, without a look at the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['cases', 'consents'])
    for (const [name, first] of INDEXES) {
      const index = `${table}_${name}`;
      const columns = ['organisation_id', ...first, 'updated_at desc', 'id'].join(', ');
      await sql.raw(`drop index ${index}`).execute(db);
      await sql.raw(`create index ${index} on ${table} (${columns}) include (deleted_at)`).execute(db);
    }
}

const INDEXES: readonly [name: string, first: readonly string[]][] = [
  ['updated', []],
  ['status', ['status']],
  ['clinician', ['clinician_id']],
];
