import type { Device } from '#contract/devices.ts';
import { searchWords } from '#domain/values/search-text.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { likeText, pageOf, type ResultPage, type Paged } from '#server/data/paging.ts';
import { searchTextWithLabel } from './device-search.ts';

const devices = (db: Db, organisationId: string) =>
  db
    .selectFrom('devices as d')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'd.last_user_id').onRef('u.organisation_id', '=', 'd.organisation_id'),
    )
    .selectAll('d')
    .select(['u.first_name', 'u.last_name'])
    .where('d.organisation_id', '=', organisationId);

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof devices>['executeTakeFirstOrThrow']>>;

/** The tablets of an organisation by name or by who used them last, last used first. */
export async function listDevices(
  db: Db,
  organisationId: string,
  { search, page, limit }: { search: string } & ResultPage,
): Promise<Paged<DeviceRow>> {
  let all = devices(db, organisationId);
  const words = searchWords(search);
  // Of the last user the names alone count, which are the first line.
  for (const word of words)
    all = all.where((or) =>
      or.or([or('d.search', 'like', likeText(word)), or(sql`split_part(u.search, chr(10), 1)`, 'like', likeText(word))]),
    );
  const rows = all.orderBy('d.last_used_at', 'desc').orderBy('d.id');
  return pageOf(db, { rows, all, isSearch: words.length > 0 }, { page, limit });
}

export async function deviceById(db: Db, organisationId: string, id: string): Promise<DeviceRow | undefined> {
  return devices(db, organisationId).where('d.id', '=', id).executeTakeFirst();
}

/** Blocks a tablet from a moment on, or allows it again with `null`; `isChanged` is false when it already was in that state. */
export async function setRevoked(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
  revokedAt: string | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('devices')
    .set({ revoked_at: revokedAt })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('revoked_at', revokedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Gives a tablet a name, or takes it away with `null`; `isChanged` is false when it already had that one. */
export async function setLabel(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
  label: string | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('devices')
    .set({ label, search: searchTextWithLabel(label) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('label', 'is distinct from', label)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** A tablet in the shape of the wire. */
export function presentDevice(row: DeviceRow): Device {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    lastUsedAt: row.last_used_at,
    lastUsedBy: nameOf(row),
    unsent: row.unsent,
    revokedAt: row.revoked_at,
  };
}

function nameOf({ first_name, last_name }: DeviceRow): string | null {
  return first_name === null && last_name === null ? null : `${first_name ?? ''} ${last_name ?? ''}`.trim();
}
