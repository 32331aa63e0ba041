import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';

/** Of which certificate administrators were told, by its digest, and at how many days before its end. */
type Told = { readonly leaf: string; readonly step: number };

const SETTING = 'sealEndTold';

/** Claims a step of telling that a certificate ends. @returns false where this one, or a later one of the same certificate, was claimed before */
export async function claimTold(db: Db, told: Told): Promise<boolean> {
  const value = json<unknown>(told);
  const { rows } = await sql`insert into settings (name, value) values (${SETTING}, ${value})
    on conflict (name) do update set value = excluded.value
      where settings.value->>'leaf' is distinct from ${told.leaf} or (settings.value->>'step')::int > ${told.step}
    returning name`.execute(db);
  return rows.length > 0;
}
