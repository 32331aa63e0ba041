import { sql, type Kysely } from 'kysely';

/** Codes of the rows of sheets for a dead tablet, each for one state of a version; and since when a form is reported as signed on paper. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table sheet_codes (organisation_id uuid not null references organisations, code text not null, case_id uuid not null,
    consent_id uuid not null, version integer not null, digest text, listed_on date not null, made_at timestamptz not null,
    primary key (organisation_id, code),
    foreign key (organisation_id, consent_id) references consents (organisation_id, id))`,
  `create unique index sheet_codes_consent on sheet_codes (organisation_id, consent_id, version, listed_on)`,
  `alter table consents add column paper_reported_at timestamptz`,
];
