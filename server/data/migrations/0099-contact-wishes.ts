import { sql, type Kysely } from 'kysely';

/** How somebody who is not the patient wants to be written to about a case, and how not: beside the form, which stays as it was signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table contact_wishes (
    organisation_id uuid not null, case_id uuid not null, role text not null, name text not null, signing_order integer not null, refused jsonb not null, preferred text,
    at timestamptz not null,
    primary key (organisation_id, case_id, role, name), foreign key (organisation_id, case_id) references cases)`,
    )
    .execute(db);
}
