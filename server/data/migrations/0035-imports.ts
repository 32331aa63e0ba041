import { sql, type Kysely } from 'kysely';

/** Which columns of a file are read as which fields, as it was committed; and the files that were imported, by their digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table import_mappings (organisation_id uuid not null references organisations, subject text not null,
    headings_sha256 text not null, mapping jsonb not null, updated_at timestamptz not null, updated_by uuid not null,
    primary key (organisation_id, subject, headings_sha256))`,
  `create table import_files (organisation_id uuid not null references organisations, id uuid not null, subject text not null,
    digest text not null, at timestamptz not null, user_id uuid not null, user_name text not null, created integer not null,
    primary key (organisation_id, id))`,
  `create index import_files_digest on import_files (organisation_id, subject, digest, at)`,
];
