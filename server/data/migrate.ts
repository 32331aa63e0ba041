import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { migrations } from './migrations/index.ts';
import { withoutAnswerLimit } from './open/answered-query.ts';

/** A migration failed and was rolled back; `cause` says why. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

/**
 * Brings the database's tables to this version's shape. Forward only: no migration is ever undone.
 *
 * Two servers that start at once take turns under PostgreSQL's advisory lock; the second finds the work done. Either all that was
 * missing is applied, or nothing.
 *
 * @param list - only tests pass their own
 * @throws MigrationFailed when a migration fails, or when the database was made by a newer version
 */
export async function migrate<T>(database: Kysely<T>, list: Record<string, Migration> = migrations): Promise<void> {
  await database.connection().execute((one) => unhurried(one, () => migrateWith(one, list)));
}

async function migrateWith<T>(one: Kysely<T>, list: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db: one, provider: { getMigrations: async () => list } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new MigrationFailed(
    failed ? `The migration ${failed} failed; nothing was changed.` : 'The database could not be migrated.',
    {
      cause: error,
    },
  );
}

/** Migrations, also those of another server that hold the lock, may take longer than the statement timeout. */
async function unhurried<T>(one: Kysely<T>, work: () => Promise<void>): Promise<void> {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const before = new Map<string, string>();
  for (const name of names) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(one);
    before.set(name, rows[0]?.value ?? '0');
    await sql`select set_config(${name}, '0', false)`.execute(one);
  }
  try {
    await withoutAnswerLimit(work);
  } finally {
    // The connection goes back to the pool.
    for (const [name, value] of before) await sql`select set_config(${name}, ${value}, false)`.execute(one);
  }
}
