import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { allOrganisations } from '#server/data/accounts/organisations.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Says in the security log of an organisation, or of each, that all of it is exported; an export that cannot be logged is none.
 *
 * @param organisationId - undefined: every organisation of the database
 * @returns false for an organisation that is not there, and nothing is logged
 */
export async function logExit(
  { database, ...writing }: Pick<Deps, 'chainKey' | 'clock' | 'newId'> & { database: Pick<Deps['database'], 'db'> },
  organisationId: string | undefined,
): Promise<boolean> {
  return inTransaction(database.db, async (db) => {
    const all = await allOrganisations(db);
    const exported = organisationId === undefined ? all : all.filter(({ id }) => id === organisationId);
    const detail = `all of ${organisationId === undefined ? 'the database' : 'this organisation'}, by the command exit-export on the server`;
    for (const { id } of exported) await insertSecurityEvent(db, writing, { organisationId: id, type: 'EXIT_EXPORTED', detail });
    return exported.length > 0;
  });
}
