import { sql, type Kysely } from 'kysely';

/** Links to the page of a signer who has answered, and what was asked for at the address that anybody may know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table links add column purpose text not null default 'SIGN', add constraint links_purpose check (purpose in ('SIGN', 'PAGE'))`,
  // A row is gone once it was worked on. `contact` is sealed; a code names a form and no person.
  `create table page_asks (id uuid primary key, contact text, code text, due_at timestamptz not null, created_at timestamptz not null,
    constraint page_asks_one check ((contact is null) <> (code is null)))`,
  `create index page_asks_due on page_asks (due_at)`,
  `create index recipients_email on recipients (lower(email)) where email is not null`,
  `create index patients_email on patients (lower(email)) where email is not null`,
];
