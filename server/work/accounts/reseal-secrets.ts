import { resealStored, sealedUnder } from '#server/data/accounts/sealed-secrets.ts';
import { SecretKeysRefused } from '#server/outside/secret-box.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Seals under the newest key, at each start, whatever secret is plain or under an older key; in one transaction.
 *
 * @throws SecretKeysRefused when the key of this database's secrets is not among the server's
 */
export async function resealSecrets({ database, secrets, log }: Pick<Deps, 'database' | 'secrets' | 'log'>): Promise<void> {
  const before = await sealedUnder(database.db);
  if (before !== undefined && !secrets.keyIds.includes(before))
    throw new SecretKeysRefused(
      'The secrets in this database were sealed with a key that is not here: restore secrets.key in DATA_DIR, or set SECRET_KEYS.',
    );
  const changed = await database.db
    .transaction()
    .execute((db) =>
      resealStored(db, secrets.keyId, (stored, purpose) =>
        secrets.isCurrent(stored) ? stored : secrets.seal(secrets.open(stored, purpose), purpose),
      ),
    );
  if (changed > 0) log.info('secrets were sealed with the newest key', { detail: String(changed) });
}
