import type { OwnRetentionRules, LegalHold, RetentionProposal } from '#contract/retention.ts';
import { DELETION_WAIT, RETENTION_DEFAULTS, type ProposalState, type RetentionRules } from '#domain/organisation/retention.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { countOf, onPage, pagedRows, type Paged, type ResultPage } from '#server/data/paging.ts';
import { json } from '#server/data/json.ts';
import type { ProposedRules } from '#server/data/tables/retention-rows.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { shownNumber } from '#server/data/patient-search.ts';

type RulesRow = Selectable<Tables['retention_rules']>;
type ProposalRow = Selectable<Tables['retention_proposals']>;
type Ref = { readonly organisationId: string; readonly id: string };

/** The rules in force, and those that one person asked for. */
export type StoredRules = RetentionRules & { readonly version: number; readonly asked: ProposedRules | null };

/** The rules of an organisation; the defaults, switched off, where nobody has saved any. */
export async function retentionRules(db: Db, organisationId: string): Promise<StoredRules> {
  const row = await db.selectFrom('retention_rules').selectAll().where('organisation_id', '=', organisationId).executeTakeFirst();
  if (row === undefined) return { isOn: false, ...RETENTION_DEFAULTS, version: 1, asked: null };
  return { ...rulesOf(row), version: row.version, asked: row.asked };
}

/** Rules in the shape of the wire. @param userId - of the reader */
export function presentRules({ asked, ...rules }: StoredRules, userId: string): OwnRetentionRules {
  if (asked === null) return { ...rules, asked };
  const { by, ...others } = asked;
  return { ...rules, asked: { ...others, isMine: by === userId } };
}

/** The rules of a row. */
export function rulesOf(row: RulesRow): RetentionRules {
  return { isOn: row.is_on, adultYears: row.adult_years, deathYears: row.death_years, childAge: row.child_age };
}

/** Saves rules, in a transaction that holds the organisation. The search for due records begins anew. */
export async function saveRetentionRules(
  db: Db,
  { organisationId, userId, now }: { organisationId: string; userId: string; now: string },
  { version, asked, ...rules }: StoredRules,
): Promise<void> {
  const values = {
    is_on: rules.isOn,
    adult_years: rules.adultYears,
    death_years: rules.deathYears,
    child_age: rules.childAge,
    version,
    updated_at: now,
    updated_by: userId,
    searched_on: null,
    searched_to: null,
    asked: asked === null ? null : json(asked),
  };
  await db
    .insertInto('retention_rules')
    .values({ organisation_id: organisationId, ...values })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
    .execute();
}

/** Takes back the proposals that nobody has decided on; with `patients`, all but kept ones of these patients. */
export async function endProposals(db: Db, organisationId: string, patients?: readonly string[]): Promise<void> {
  const all = db.deleteFrom('retention_proposals').where('organisation_id', '=', organisationId);
  await (
    patients === undefined
      ? all.where('state', '=', 'PROPOSED')
      : all.where('state', '<>', 'KEPT').where('patient_id', 'in', patients)
  ).execute();
}

/** The proposals of an organisation, the longest due first. */
export async function listProposals(
  db: Db,
  { organisationId, status, ...at }: { organisationId: string; status: ProposalState | 'ALL' } & ResultPage,
): Promise<Paged<ShownProposal>> {
  let all = db.selectFrom('retention_proposals as r').where('r.organisation_id', '=', organisationId);
  let rows = shown(proposals(db, organisationId));
  if (status !== 'ALL') {
    all = all.where('r.state', '=', status);
    rows = rows.where('r.state', '=', status);
  }
  // The count needs no patient, so it joins none.
  const count = countOf(all, false);
  const page = rows.orderBy('r.due_on').orderBy('r.patient_id').select(count.as('total'));
  return pagedRows(db, { found: await onPage(page, at).execute(), count, isSearch: false }, at);
}

/** One proposal, with its patient. */
export async function proposalById(db: Db, { organisationId, id }: Ref): Promise<ShownProposal | undefined> {
  return shown(proposals(db, organisationId).where('r.patient_id', '=', id)).executeTakeFirst();
}

export async function updateProposal(
  db: Db,
  { organisationId, id }: Ref,
  change: Partial<Omit<ProposalRow, 'organisation_id' | 'patient_id'>>,
): Promise<void> {
  await db
    .updateTable('retention_proposals')
    .set({ ...change, version: sql`version + 1` })
    .where('organisation_id', '=', organisationId)
    .where('patient_id', '=', id)
    .execute();
}

function proposals(db: Db, organisationId: string) {
  return db
    .selectFrom('retention_proposals as r')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'),
    )
    .where('r.organisation_id', '=', organisationId);
}

function shown(query: ReturnType<typeof proposals>) {
  return query
    .selectAll('r')
    .select(['p.number', 'p.first_name', 'p.last_name', 'p.date_of_birth'])
    .select(
      sql<number>`(select count(*) from cases c where c.organisation_id = r.organisation_id and c.deleted_at is null and c.patient_id = any(array(
        select p.id union all select m.id from patients m where m.organisation_id = p.organisation_id and m.survivor_id = p.id)))::integer`.as(
        'cases',
      ),
    );
}

export type ShownProposal = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

/** A proposal in the shape of the wire. @param userId - of the reader */
export function presentProposal(row: ShownProposal, userId: string): RetentionProposal {
  const { confirmed_name: confirmedName, confirmed_at: confirmedAt, kept_name: keptName, kept_at: keptAt } = row;
  return {
    id: row.patient_id,
    recordID: shownNumber(row.number),
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    cases: row.cases,
    why: row.why,
    lastActivityAt: row.last_activity_at,
    dueOn: row.due_on,
    proposedAt: row.proposed_at,
    state: row.state,
    confirmed: confirmedName === null || confirmedAt === null ? null : { name: confirmedName, at: confirmedAt },
    isConfirmedByMe: row.confirmed_by === userId,
    approved: approvalOf(row),
    kept: keptName === null || keptAt === null ? null : { name: keptName, at: keptAt, reason: row.kept_reason ?? '' },
    version: row.version,
  };
}

function approvalOf({
  state,
  approved_name: name,
  approved_at: at,
}: Pick<ProposalRow, 'state' | 'approved_name' | 'approved_at'>) {
  if (state !== 'APPROVED' || name === null || at === null) return null;
  return { name, at, deletedFrom: new Date(Date.parse(at) + DELETION_WAIT).toISOString() };
}

/** The organisation and patient of a deletion that was approved before a time, ISO; any one, so that none that fails keeps others waiting. */
export async function approvedBefore(db: Db, before: string): Promise<Ref | undefined> {
  return db
    .selectFrom('retention_proposals')
    .select(['organisation_id as organisationId', 'patient_id as id'])
    .where('state', '=', 'APPROVED')
    .where('approved_at', '<=', before)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst();
}

/** The holds of an organisation: those in force first, each part the newest first. */
export async function listHolds(db: Db, organisationId: string, at: ResultPage): Promise<Paged<ShownHold>> {
  const all = db.selectFrom('legal_holds as h').where('h.organisation_id', '=', organisationId);
  const count = countOf(all, false);
  const page = withPatient(holds(db, organisationId))
    .orderBy(sql`h.lifted_at is not null`)
    .orderBy('h.placed_at', 'desc')
    .orderBy('h.id')
    .select(count.as('total'));
  return pagedRows(db, { found: await onPage(page, at).execute(), count, isSearch: false }, at);
}

/** One hold, with its patient. */
export async function holdById(db: Db, { organisationId, id }: Ref): Promise<ShownHold | undefined> {
  return withPatient(holds(db, organisationId).where('h.id', '=', id)).executeTakeFirst();
}

function holds(db: Db, organisationId: string) {
  return db
    .selectFrom('legal_holds as h')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'h.organisation_id').onRef('p.id', '=', 'h.patient_id'),
    )
    .where('h.organisation_id', '=', organisationId);
}

function withPatient(query: ReturnType<typeof holds>) {
  return query.selectAll('h').select(['p.number', 'p.first_name', 'p.last_name']);
}

type ShownHold = Awaited<ReturnType<ReturnType<typeof withPatient>['executeTakeFirstOrThrow']>>;

/** A hold in the shape of the wire. @param userId - of the reader */
export function presentHold(row: ShownHold, userId: string): LegalHold {
  const { lifted_name: name, lifted_at: at, lift_asked_name: asker, lift_asked_at: askedAt } = row;
  const isMine = row.lift_asked_by === userId;
  return {
    id: row.id,
    patientID: row.patient_id,
    recordID: shownNumber(row.number),
    firstName: row.first_name,
    lastName: row.last_name,
    reason: row.reason,
    placed: { name: row.placed_name, at: row.placed_at },
    liftAsked:
      asker === null || askedAt === null ? null : { name: asker, at: askedAt, reason: row.lift_asked_reason ?? '', isMine },
    lifted: name === null || at === null ? null : { name, at, reason: row.lifted_reason ?? '' },
  };
}
