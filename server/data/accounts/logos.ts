import type { Db } from '#server/data/db.ts';

/** Stores a logo under a new id; what an id stands for never changes. */
export async function insertLogo(
  db: Db,
  { id, organisationId, png, now }: { id: string; organisationId: string; png: Uint8Array; now: string },
): Promise<void> {
  await db.insertInto('organisation_logos').values({ id, organisation_id: organisationId, png, created_at: now }).execute();
}

/** The picture of a logo; undefined for an unknown id. */
export async function logoById(db: Db, id: string): Promise<Uint8Array | undefined> {
  return (await db.selectFrom('organisation_logos').select('png').where('id', '=', id).executeTakeFirst())?.png;
}
