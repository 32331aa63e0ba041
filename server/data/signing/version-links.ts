import type { ConsentKey } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import type { LinkRow } from './links.ts';

/** Links by the places of their signers. */
export type PlacedLinks = ReadonlyMap<number, LinkRow>;

/** The latest link of each signer of a version by which they were to answer, by place. */
export async function latestLinks(db: Db, key: ConsentKey): Promise<PlacedLinks> {
  return (await linksOfVersion(db, key)).signing;
}

/** The same of several versions, by version; one without a link is left out. */
export async function latestLinksOf(
  db: Db,
  organisationId: string,
  consentIds: readonly string[],
): Promise<ReadonlyMap<string, PlacedLinks>> {
  if (consentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('links')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', [...consentIds])
    .where('purpose', '=', 'SIGN')
    .orderBy('created_at')
    .orderBy('ended_at', (by) => by.asc().nullsLast())
    .execute();
  const links = new Map<string, Map<number, LinkRow>>();
  for (const row of rows)
    links.set(row.consent_id, (links.get(row.consent_id) ?? new Map<number, LinkRow>()).set(row.signing_order, row));
  return links;
}

/**
 * The latest links of the signers of a version: those by which they were to answer, and those by which they were mailed their page.
 */
export async function linksOfVersion(
  db: Db,
  { organisationId, id }: ConsentKey,
): Promise<{ readonly signing: PlacedLinks; readonly pages: PlacedLinks }> {
  const rows = await db
    .selectFrom('links')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .orderBy('created_at')
    // While the server's clock is behind, several have the same time: the one that works is the latest.
    .orderBy('ended_at', (by) => by.asc().nullsLast())
    .execute();
  const placed = (of: (row: LinkRow) => boolean) => new Map(rows.filter(of).map((row) => [row.signing_order, row]));
  return {
    signing: placed(({ purpose }) => purpose === 'SIGN'),
    pages: placed(({ purpose, channel }) => purpose === 'PAGE' && channel === 'EMAIL'),
  };
}
