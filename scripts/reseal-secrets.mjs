import { randomBytes } from 'node:crypto';
import { dataDir, loadServer } from './server-modules.mjs';

// npm run reseal-secrets    seals every secret in the database that DATA_DIR or DATABASE_URL names under the newest key, and says which
// keys are not needed any more. With `-- --new-key` a new key is first added to DATA_DIR/secrets.key as the newest.

const ENTRIES = ['secret-box', 'reseal-secrets', 'sealed-secrets'];

async function main() {
  const given = process.env.SECRET_KEYS?.trim() || undefined;
  const { openNamed, openSecretBox, addSecretKey, resealSecrets, secretsByKey } = await loadServer(ENTRIES);
  const random = (/** @type {number} */ count) => randomBytes(count);
  if (process.argv.includes('--new-key')) {
    if (given !== undefined)
      throw new Error(
        `Set this new key as the first of SECRET_KEYS, then run this again without --new-key: ${random(32).toString('base64')}`,
      );
    await addSecretKey({ dataDir, random });
  }
  const secrets = await openSecretBox({ dataDir, given, random });
  const database = await openNamed();
  try {
    await resealSecrets({ database, secrets, log: { info: () => {} } });
    const byKey = await secretsByKey(database.db);
    const [count, others] = [byKey.get(secrets.keyId) ?? 0, [...byKey.keys()].filter((id) => id !== secrets.keyId)];
    console.log(`${count} secrets are sealed under the newest key, ${secrets.keyId}.`);
    if (others.length > 0)
      throw new Error(`Some are still under ${others.join(', ')}: a server with older keys is running. Run this again.`);
    const older = secrets.keyIds.filter((/** @type {string} */ id) => id !== secrets.keyId);
    console.log(
      older.length === 0
        ? 'There is no other key.'
        : `No secret needs ${older.join(', ')} any more: take ${older.length === 1 ? 'it' : 'them'} out of ${given === undefined ? `${dataDir}/secrets.key` : 'SECRET_KEYS'} on every server. A backup from before still needs ${older.length === 1 ? 'it' : 'them'}.`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
