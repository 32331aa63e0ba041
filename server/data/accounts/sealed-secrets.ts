import { sql } from 'kysely';
import { json } from '#server/data/json.ts';
import type { Db } from '#server/data/db.ts';

/** The place of a user's secret of the authenticator app. */
export function factorPlace(userId: string): string {
  return `second_factors.secret:${userId}`;
}

/** The place of a user's key share on a tablet. */
export function sharePlace({
  organisationId,
  deviceId,
  userId,
}: {
  organisationId: string;
  deviceId: string;
  userId: string;
}): string {
  return `device_shares.share:${organisationId}:${deviceId}:${userId}`;
}

/** The place of the secrets by which an organisation's messages are sent. */
export function messageSecretsPlace(organisationId: string): string {
  return `message_settings.secrets:${organisationId}`;
}

/** The place of the key of a pack's parts. */
export function packPlace(id: string): string {
  return `subject_packs.sealed_key:${id}`;
}

/** The id of the key under which the secrets of this database are sealed; undefined before the first start with one. */
export async function sealedUnder(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'secretKeyId').executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : undefined;
}

/** How many secrets are stored under each key, by the key's id; `''` for one that is not sealed. */
export async function secretsByKey(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select case when sealed like 'v1.%' then split_part(sealed, '.', 2) else '' end as id, count(*)::int as count
    from (select secret as sealed from second_factors union all select share from device_shares
      union all select secrets from message_settings
      union all select sealed_key from subject_packs where sealed_key is not null) as stored group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Passes every stored secret through `reseal`, a row at a time, and stores what changed; and notes the key. */
export async function resealStored(db: Db, keyId: string, reseal: (stored: string, place: string) => string): Promise<number> {
  let changed = 0;
  for (const { user_id, secret } of await db.selectFrom('second_factors').select(['user_id', 'secret']).execute()) {
    const next = reseal(secret, factorPlace(user_id));
    if (next === secret) continue;
    changed += 1;
    await db
      .updateTable('second_factors')
      .set({ secret: next })
      .where('user_id', '=', user_id)
      .where('secret', '=', secret)
      .execute();
  }
  const shares = await db.selectFrom('device_shares').select(['organisation_id', 'device_id', 'user_id', 'share']).execute();
  for (const { organisation_id: organisationId, device_id: deviceId, user_id: userId, share } of shares) {
    const next = reseal(share, sharePlace({ organisationId, deviceId, userId }));
    if (next === share) continue;
    changed += 1;
    await db
      .updateTable('device_shares')
      .set({ share: next })
      .where('organisation_id', '=', organisationId)
      .where('device_id', '=', deviceId)
      .where('user_id', '=', userId)
      .execute();
  }
  for (const { organisation_id: organisationId, secrets } of await db
    .selectFrom('message_settings')
    .select(['organisation_id', 'secrets'])
    .execute()) {
    const next = reseal(secrets, messageSecretsPlace(organisationId));
    if (next === secrets) continue;
    changed += 1;
    await db.updateTable('message_settings').set({ secrets: next }).where('organisation_id', '=', organisationId).execute();
  }
  const packs = await db
    .selectFrom('subject_packs')
    .select(['organisation_id', 'id', 'sealed_key'])
    .where('sealed_key', 'is not', null)
    .execute();
  for (const { organisation_id: organisationId, id, sealed_key: key } of packs) {
    const next = key === null ? null : reseal(key, packPlace(id));
    if (next === key) continue;
    changed += 1;
    await db
      .updateTable('subject_packs')
      .set({ sealed_key: next })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('sealed_key', '=', key)
      .execute();
  }
  await db
    .insertInto('settings')
    .values({ name: 'secretKeyId', value: json(keyId) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json(keyId) }))
    .execute();
  return changed;
}
