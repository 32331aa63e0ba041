import { sql, type Kysely } from 'kysely';

/**
 * Archival time stamps behind sealed documents. Those of before are due from now on, and so is each that a server of the build before
 * still seals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table archivals (organisation_id uuid not null, document_id uuid not null, revision integer not null, sha256 text not null,
    size integer not null, bytes bytea not null, stamped_at timestamptz not null, tsa_leaf text not null, tsa_ends_at timestamptz not null,
    primary key (organisation_id, document_id, revision),
    foreign key (organisation_id, document_id) references documents on delete cascade)`,
  `create index archivals_sha256 on archivals (sha256)`,
  `alter table documents add column archive_due_at timestamptz default now()`,
  `update documents set archive_due_at = null where kind in ('TIMESTAMP', 'SCAN', 'PRE_SIGNED', 'PAPER', 'AUDIT', 'READING')`,
  `create index documents_archive_due on documents (archive_due_at) where archive_due_at is not null`,
  `alter table document_links add column revision integer`,
  // As of other sealed documents: the digest of a file with stamps outlives it, with the time at which what it archives was sealed.
  `create function keep_archival_digest() returns trigger language plpgsql as $$ begin
    if current_setting('assent.restoring', true) = 'on' then return null; end if;
    if tg_op <> 'INSERT' and not exists (select from archivals a where a.sha256 = old.sha256) then
      update document_digests set gone_at = coalesce(gone_at, now()) where sha256 = old.sha256; end if;
    if tg_op <> 'DELETE' then
      insert into document_digests (sha256, organisation_id, kind, sealed_at)
        select new.sha256, new.organisation_id, 'ARCHIVAL', d.made_at from documents d
          where d.organisation_id = new.organisation_id and d.id = new.document_id
        on conflict (sha256) do update set gone_at = null; end if;
    return null; end $$`,
  `create trigger archivals_keep_digest after insert or delete or update of sha256 on archivals for each row execute function keep_archival_digest()`,
];
