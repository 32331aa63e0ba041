import type { Subscription, User } from '#contract/shapes/user-shapes.ts';
import { statusOn } from '#domain/accounts/decisions.ts';
import type { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import { ACCOUNT_TYPES, permissionsInForce, type AccountType, type Permission } from '#domain/accounts/roles.ts';
import { AHEAD_DEFAULTS, type AheadSettings } from '#domain/organisation/ahead-settings.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { HOLDING_ORGANISATION } from './holding-organisation.ts';
import type { PlanRow } from './plans.ts';

/** The access plans of user `u`, in the same row: a list of people is one query. */
export const ownPlans = sql<PlanRow[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'specialities', p.specialities, 'startDate', p.start_date, 'endDate', p.end_date) order by p.name)
  from user_subscriptions up join subscriptions p on p.organisation_id = up.organisation_id and p.id = up.subscription_id
  where up.organisation_id = u.organisation_id and up.user_id = u.id), '[]'::jsonb)`;

/** The own sections of user `u` in the same row, each with whether a newer version of its procedure is in use. */
const ownSections = sql<PersonalProcedure[]>`coalesce((
  select jsonb_agg(jsonb_build_object('procedureID', c.procedure_id, 'baseVersion', c.base_version, 'sections', c.sections, 'revision', c.revision,
    'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'moved', coalesce(s.version > c.base_version, false))
    order by c.procedure_id)
  from personal_procedures c
  left join procedures s on s.organisation_id = c.organisation_id and s.id = c.procedure_id and s.status = 'ACTIVE'
  where c.organisation_id = u.organisation_id and c.user_id = u.id and c.sections <> '[]'::jsonb), '[]'::jsonb)`;

const full = (db: Db) =>
  db
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .leftJoin('roles as r', (join) => join.onRef('r.id', '=', 'u.role_id').onRef('r.organisation_id', '=', 'u.organisation_id'))
    .leftJoin('specialities as s', 's.id', 'u.speciality_id')
    .selectAll('u')
    .select([
      'o.name as organisationName',
      'o.ended_at as organisationEndedAt',
      'r.key as roleKey',
      'r.name as roleName',
      'r.permissions as permissions',
      's.name as specialityName',
      ownPlans.as('plans'),
    ]);

/** The looking ahead of the organisation of user `u`; null before anybody has changed its messages. */
const ownAhead = sql<AheadSettings | null>`(
  select jsonb_build_object('urgentHours', m.settings -> 'urgentHours', 'aheadDays', m.settings -> 'aheadDays')
  from message_settings m where m.organisation_id = u.organisation_id and m.settings ? 'urgentHours')`;

const own = (db: Db) => full(db).select([ownSections.as('personalProcedures'), ownAhead.as('ahead')]);

export type FullUser = Awaited<ReturnType<ReturnType<typeof full>['executeTakeFirstOrThrow']>>;

/** With their own sections, which go to the person alone. */
export type OwnUser = FullUser & { readonly personalProcedures: PersonalProcedure[]; readonly ahead?: AheadSettings | null };

/** The account of an address, which is unique over all organisations, as its owner signs in. @param email - in lower case */
export async function userByEmail(db: Db, email: string): Promise<OwnUser | undefined> {
  return own(db).where('u.email', '=', email).executeTakeFirst();
}

export async function userById(db: Db, organisationId: string, id: string): Promise<FullUser | undefined> {
  return full(db).where('u.organisation_id', '=', organisationId).where('u.id', '=', id).executeTakeFirst();
}

/** As {@link userById}, for an answer to the person. */
export async function ownUserById(db: Db, organisationId: string, id: string): Promise<OwnUser | undefined> {
  return own(db).where('u.organisation_id', '=', organisationId).where('u.id', '=', id).executeTakeFirst();
}

/** Several people of an organisation, in no order. */
export async function usersByIds(db: Db, organisationId: string, ids: readonly string[]): Promise<FullUser[]> {
  if (ids.length === 0) return [];
  return full(db).where('u.organisation_id', '=', organisationId).where('u.id', 'in', ids).execute();
}

/** Whether somebody is active and has one of these permissions today. @param today - plain date where the organisation is */
export function isHolder(row: FullUser, { permissions, today }: { permissions: readonly Permission[]; today: string }): boolean {
  return row.status === 'ACTIVE' && presentOther(row, today).permissions.some((each) => permissions.includes(each));
}

/** The people of an organisation who have one of these permissions today, by name. @param today - plain date where the organisation is */
export async function holdersOf(
  db: Db,
  organisationId: string,
  { permissions, today }: { permissions: readonly Permission[]; today: string },
): Promise<FullUser[]> {
  const users = await full(db)
    .where('u.organisation_id', '=', organisationId)
    .where('u.status', '=', 'ACTIVE')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .execute();
  return users.filter((row) => isHolder(row, { permissions, today }));
}

/** The permissions that the active people of these roles have today, each once. @param today - plain date where the organisation is */
export async function permissionsOfRoles(
  db: Db,
  organisationId: string,
  { roleIds, today }: { roleIds: readonly string[]; today: string },
): Promise<ReadonlySet<Permission>> {
  if (roleIds.length === 0) return new Set();
  const users = await full(db)
    .where('u.organisation_id', '=', organisationId)
    .where('u.role_id', 'in', roleIds)
    .where('u.status', '=', 'ACTIVE')
    .execute();
  return new Set(users.flatMap((row) => presentOther(row, today).permissions));
}

/** First and last name; empty until there is one. */
export function fullName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim();
}

/** A user in the shape of the wire, without any credential. @param today - plain date where the organisation is */
export function presentUser(row: OwnUser, today: string): User {
  const status = statusOn({ status: row.status, expiryDate: row.expiry_date }, today);
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    grade: row.grade,
    speciality: row.specialityName,
    specialityID: row.speciality_id,
    consultantCode: row.consultant_code,
    accountType: isAccountType(row.account_type) ? row.account_type : 'HOSPITAL',
    requestedRole: row.requested_role,
    roleID: row.role_id,
    role:
      row.role_id === null || row.roleName === null || row.roleKey === null
        ? null
        : { _id: row.role_id, name: row.roleName, key: row.roleKey },
    appRole: row.roleKey,
    permissions: status === 'ACTIVE' ? [...permissionsInForce({ granted: row.permissions ?? [], plans: row.plans, today })] : [],
    organisation: row.organisation_id === HOLDING_ORGANISATION ? [] : [{ _id: row.organisation_id, name: row.organisationName }],
    subscriptions: row.plans.map((plan) => presentPlan(plan, today)),
    TwoFAEnabled: row.two_factor_enabled,
    hasTabletPin: row.tablet_pin_hash !== null,
    profileAvailable: row.status !== 'PENDING_EMAIL' && row.status !== 'PENDING_PROFILE',
    policyAccepted: row.policy_version === POLICY_VERSION,
    personalProcedures: row.personalProcedures,
    ...(row.ahead === undefined
      ? {}
      : { ahead: row.ahead ?? { urgentHours: AHEAD_DEFAULTS.urgentHours, aheadDays: AHEAD_DEFAULTS.aheadDays } }),
    status,
    expiryDate: row.expiry_date,
    createdAt: row.created_at,
  };
}

/** As {@link presentUser}, for somebody else: nobody reads another person's sections. */
export function presentOther(row: FullUser, today: string): User {
  return presentUser({ ...row, personalProcedures: [] }, today);
}

/** An access plan in the shape of the wire. @param today - plain date where the organisation is */
export function presentPlan({ id, name, specialities, startDate, endDate }: PlanRow, today: string): Subscription {
  const status = endDate === null || endDate >= today ? 'ACTIVE' : 'ENDED';
  return { _id: id, name, specialities, startDate, endDate, status };
}

function isAccountType(text: string): text is AccountType {
  return text in ACCOUNT_TYPES;
}
