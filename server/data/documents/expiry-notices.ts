import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';

/** A mail to administrators that a certificate ends: the digest of the certificate, and the days before its end. */
type ExpiryNotice = { readonly leaf: string; readonly step: number };

const SETTING = 'sealEndTold';

/** Claims a notice that a certificate ends. @returns false where this one, or a later one of the same certificate, was claimed before */
export async function claimExpiryNotice(db: Db, notice: ExpiryNotice): Promise<boolean> {
  const value = json<unknown>(notice);
  const { rows } = await sql`insert into settings (name, value) values (${SETTING}, ${value})
    on conflict (name) do update set value = excluded.value
      where settings.value->>'leaf' is distinct from ${notice.leaf} or (settings.value->>'step')::int > ${notice.step}
    returning name`.execute(db);
  return rows.length > 0;
}
