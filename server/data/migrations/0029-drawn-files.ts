import { sql, type Kysely } from 'kysely';

/** Unsigned forms and audit files are drawn when they are asked for. Their digests are stored, so that one can be recognised later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table drawn_files (organisation_id uuid not null, consent_id uuid not null, kind text not null, sha256 text not null,
    made_at timestamptz not null, primary key (organisation_id, consent_id, sha256))`,
  `create index drawn_files_sha256 on drawn_files (sha256)`,
];
