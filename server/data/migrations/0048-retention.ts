import { sql, type Kysely } from 'kysely';

/**
 * Rules, proposals, legal holds and certificates of deletions. The logs of a patient stay append-only, but for the rows that a
 * certificate names: `delete_certified` deletes them in the name of the owner of the tables, for the running role may delete nothing there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table retention_rules (
    organisation_id uuid primary key references organisations, is_on boolean not null, adult_years integer not null, death_years integer not null,
    child_age integer not null, version integer not null, updated_at timestamptz not null, updated_by uuid not null, searched_on date, searched_to uuid)`,
  `create table retention_proposals (
    organisation_id uuid not null, patient_id uuid not null, why text not null, last_activity_at timestamptz not null, due_on date not null,
    proposed_at timestamptz not null, state text not null, confirmed_by uuid, confirmed_name text, confirmed_at timestamptz, approved_by uuid,
    kept_by uuid, kept_name text, kept_at timestamptz, kept_reason text, version integer not null,
    primary key (organisation_id, patient_id), foreign key (organisation_id, patient_id) references patients,
    constraint approved_by_another check (approved_by is null or (confirmed_by is not null and approved_by <> confirmed_by)),
    constraint approved_is_told check ((state = 'APPROVED') = (approved_by is not null)))`,
  `create index retention_proposals_due on retention_proposals (organisation_id, due_on, patient_id)`,
  `create table legal_holds (
    organisation_id uuid not null, id uuid not null, patient_id uuid not null, reason text not null, placed_at timestamptz not null, placed_by uuid not null,
    placed_name text not null, lifted_at timestamptz, lifted_by uuid, lifted_name text, lifted_reason text,
    primary key (organisation_id, id), foreign key (organisation_id, patient_id) references patients)`,
  `create unique index legal_holds_in_force on legal_holds (organisation_id, patient_id) where lifted_at is null`,
  `create index legal_holds_patient on legal_holds (organisation_id, patient_id)`,
  `create index legal_holds_listed on legal_holds (organisation_id, (lifted_at is not null), placed_at desc, id)`,
  `create table deletion_certificates (
    organisation_id uuid not null references organisations, id uuid not null, at timestamptz not null, patients uuid[] not null, chains uuid[] not null,
    content jsonb not null, sha256 text not null, primary key (organisation_id, id))`,
  `create index deletion_certificates_at on deletion_certificates (organisation_id, at)`,
  `create index deletion_certificates_chains on deletion_certificates using gin (chains)`,
  `create trigger deletion_certificates_append_only before update or delete on deletion_certificates for each row execute function refuse_change()`,
  `create trigger deletion_certificates_never_emptied before truncate on deletion_certificates for each statement execute function refuse_change()`,
  `alter table deletion_certificates enable always trigger deletion_certificates_append_only`,
  `alter table deletion_certificates enable always trigger deletion_certificates_never_emptied`,
  `create table deleted_entities (
    organisation_id uuid not null references organisations, entity text not null, id uuid not null, version integer not null, at timestamptz not null,
    primary key (organisation_id, entity, id))`,
  `create index deleted_entities_at on deleted_entities (organisation_id, at)`,
  `create index security_log_deletions on security_log (organisation_id, seq) where type = 'RECORD_DELETED'`,
  // A hold in force cannot be deleted, and so neither can the patient whom it names.
  `create function refuse_held() returns trigger language plpgsql as $$ begin
    if old.lifted_at is null then raise exception 'a legal hold is in force'; end if;
    return old; end $$`,
  `create trigger legal_holds_in_force_stay before delete on legal_holds for each row execute function refuse_held()`,
  // The argument names the column with the id of the chain; without one nothing is ever let go. The name stays: the version before, which may
  // run beside, looks for it and would report every guard as switched off.
  `create or replace function refuse_change() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' and tg_nargs = 1 then
      if exists (select from deletion_certificates c where c.organisation_id = old.organisation_id
        and c.chains @> array[(to_jsonb(old)->>tg_argv[0])::uuid]) then return old; end if;
    end if;
    raise exception 'this log is append-only'; end $$`,
  ...(
    [
      ['timeline', 'case_id'],
      ['patient_changes', 'patient_id'],
    ] as const
  ).flatMap(([table, column]) => [
    `drop trigger ${table}_append_only on ${table}`,
    `create trigger ${table}_append_only before update or delete on ${table} for each row execute function refuse_change('${column}')`,
    `alter table ${table} enable always trigger ${table}_append_only`,
  ]),
  // Runs as the owner of the tables. It trusts no argument: the certificate, the two people and the holds are read here.
  `create function delete_certified(organisation uuid, certificate uuid) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare named deletion_certificates; gone integer; more integer; begin
      select * into named from deletion_certificates where organisation_id = organisation and id = certificate;
      if not found then raise exception 'there is no such certificate'; end if;
      if not exists (select from retention_proposals p where p.organisation_id = organisation and p.patient_id = any(named.patients)
        and p.state = 'APPROVED' and p.approved_by <> p.confirmed_by
        and not exists (select from unnest(named.patients) as one (id) where one.id <> p.patient_id and not exists (select from patients m
          where m.organisation_id = organisation and m.id = one.id and m.survivor_id = p.patient_id)))
        then raise exception 'no second person has approved this'; end if;
      if exists (select from legal_holds h where h.organisation_id = organisation and h.patient_id = any(named.patients) and h.lifted_at is null)
        then raise exception 'a legal hold is in force'; end if;
      delete from timeline t using cases c where t.organisation_id = organisation and t.case_id = any(named.chains)
        and c.organisation_id = t.organisation_id and c.id = t.case_id and c.patient_id = any(named.patients);
      get diagnostics gone = row_count;
      delete from patient_changes where organisation_id = organisation and patient_id = any(named.patients);
      get diagnostics more = row_count;
      return gone + more; end $$`,
  `revoke execute on function delete_certified(uuid, uuid) from public`,
];
