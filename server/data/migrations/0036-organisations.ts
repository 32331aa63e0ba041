import { sql, type Kysely } from 'kysely';

/**
 * Details, logo and end of organisations; grades as rows; ends of specialities. A form that was sent has the name, address and logo of
 * that time: those sent before have the present name, as nobody could change it until now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table organisations add column version integer not null default 1, add column address text not null default '',
    add column support_email text, add column support_phone text, add column logo_id uuid, add column ended_at timestamptz`,
  `create table organisation_logos (id uuid primary key, organisation_id uuid not null references organisations, png bytea not null,
    created_at timestamptz not null)`,
  `alter table specialities add column ended_at timestamptz`,
  `create table grades (id uuid primary key, name text not null unique, ended_at timestamptz)`,
  // An empty database gets its rows from the seed.
  `insert into grades (id, name) select gen_random_uuid(), name from unnest(array['Associate specialist', 'Consultant', 'Core trainee',
    'Foundation doctor', 'General practitioner', 'Healthcare assistant', 'Nurse', 'Nurse specialist', 'Operating department practitioner',
    'Optometrist', 'Orthoptist', 'Physician associate', 'Registrar', 'Specialty doctor']) as name
    where exists (select 1 from organisations)`,
  `create index users_grade on users (grade)`,
  `update roles set permissions = permissions || '["organisation.manage"]'
    where key = 'ADMIN' and is_seeded and not permissions @> '["organisation.manage"]'`,
  `alter table consents add column letterhead jsonb`,
  `update consents v set letterhead = jsonb_build_object('name', o.name, 'address', '', 'logoId', null)
    from organisations o where o.id = v.organisation_id and v.pinned is not null`,
];
