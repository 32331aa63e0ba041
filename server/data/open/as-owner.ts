import type { Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import type { Database } from './connection.ts';
import type { DatabaseLimits } from './dialect.ts';
import { grantRunning, roleOf } from './ownership.ts';
import { openPostgres } from './postgres.ts';
import { inStartTurn } from './start-turn.ts';

type Owning = {
  /** of the role that owns the tables; without it the running role owns them */
  readonly ownerUrl: string | undefined;
  /** of the PostgreSQL, for a command that is in no turn of a start yet: it waits for its own */
  readonly turnUrl?: string | undefined;
  readonly limits?: Partial<DatabaseLimits>;
};

/**
 * Does what needs the owner of the tables, and grants the running role what it needs afterwards.
 *
 * @throws DatabaseUnusable when the owner's database cannot be reached
 */
export async function asOwner<T, R>(
  database: Pick<Database<T>, 'db' | 'kind'>,
  { turnUrl, ...owning }: Owning,
  work: (owner: Kysely<T>) => Promise<R>,
): Promise<R> {
  return inStartTurn(turnUrl, () => inTurn(database, owning, work));
}

async function inTurn<T, R>(
  database: Pick<Database<T>, 'db' | 'kind'>,
  { ownerUrl, limits }: Omit<Owning, 'turnUrl'>,
  work: (owner: Kysely<T>) => Promise<R>,
): Promise<R> {
  if (database.kind === 'embedded' || ownerUrl === undefined) return work(database.db);
  const owner = await openPostgres<T>({ url: ownerUrl, connections: 2, ...(limits && { limits }) });
  try {
    const result = await work(owner.db);
    await grantRunning(owner.db, await roleOf(database.db));
    return result;
  } finally {
    await owner.close();
  }
}

/**
 * Migrates as the owner of the tables.
 *
 * @returns the names of the migrations that were missing
 * @throws DatabaseUnusable; MigrationFailed
 */
export function migrateAsOwner<T>(database: Pick<Database<T>, 'db' | 'kind'>, owning: Owning): Promise<string[]> {
  return asOwner(database, owning, (owner) => migrate(owner));
}
