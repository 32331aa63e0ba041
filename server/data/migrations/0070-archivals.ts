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
  `update documents set archive_due_at = null where kind in ('TIMESTAMP', 'SCAN', 'PRE_SIGNED', 'PAPER', 'AUDIT')`,
  `create index documents_archive_due on documents (archive_due_at) where archive_due_at is not null`,
  `alter table document_links add column revision integer`,
];
