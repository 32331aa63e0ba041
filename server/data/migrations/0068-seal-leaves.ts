import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/**
 * The certificates whose seals are ours, and the digest of each sealed document, which outlives it. Triggers write the digests, so that
 * those of servers of the build before are written as well, whatever deletes or replaces a document.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await createRowMarks(db);
}

/** Kinds of stored files without a seal; every other one carries a seal of ours. */
const isSealed = (row: string) => `${row}.kind not in ('TIMESTAMP', 'SCAN', 'PRE_SIGNED', 'PAPER', 'AUDIT', 'READING')`;

const STATEMENTS = [
  `create table seal_leaves (
    sha256 text primary key, der bytea not null, subject text not null, not_before timestamptz not null, not_after timestamptz not null,
    self_made boolean not null, facts text[] not null, first_used_at timestamptz not null, last_used_at timestamptz not null)`,
  `create table document_digests (
    sha256 text primary key, organisation_id uuid not null references organisations, kind text not null, sealed_at timestamptz not null,
    gone_at timestamptz)`,
  `insert into document_digests (sha256, organisation_id, kind, sealed_at)
    select d.sha256, d.organisation_id, d.kind, d.made_at from documents d where ${isSealed('d')} order by d.made_at on conflict do nothing`,
  // A document that was stored under its digest once more is there again; one that another row still has is not gone.
  `create function keep_document_digest() returns trigger language plpgsql as $$ begin
    if current_setting('assent.restoring', true) = 'on' then return null; end if;
    if tg_op <> 'INSERT' and ${isSealed('old')} and not exists (select from documents d where d.sha256 = old.sha256 and ${isSealed('d')}) then
      update document_digests set gone_at = coalesce(gone_at, now()) where sha256 = old.sha256; end if;
    if tg_op <> 'DELETE' and ${isSealed('new')} then
      insert into document_digests (sha256, organisation_id, kind, sealed_at) values (new.sha256, new.organisation_id, new.kind, new.made_at)
        on conflict (sha256) do update set kind = excluded.kind, gone_at = null; end if;
    return null; end $$`,
  `create trigger documents_keep_digest after insert or delete or update of sha256, kind on documents for each row execute function keep_document_digest()`,
];
