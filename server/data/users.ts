import type { User } from '#contract/accounts.ts';
import type { Permission } from '#domain/roles.ts';
import { ACCOUNT_TYPES, type AccountType } from '#domain/roles.ts';
import type { Sql } from '../parts.ts';

const full = (db: Sql) =>
  db
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .leftJoin('roles as r', (join) => join.onRef('r.id', '=', 'u.role_id').onRef('r.organisation_id', '=', 'u.organisation_id'))
    .leftJoin('specialities as s', 's.id', 'u.speciality_id')
    .selectAll('u')
    .select([
      'o.name as organisationName',
      'r.key as roleKey',
      'r.name as roleName',
      'r.permissions as permissions',
      's.name as specialityName',
    ]);

export type FullUser = Awaited<ReturnType<ReturnType<typeof full>['executeTakeFirstOrThrow']>>;

/** The account of an address, which is unique over all organisations. @param email - in lower case */
export async function userByEmail(db: Sql, email: string): Promise<FullUser | undefined> {
  return full(db).where('u.email', '=', email).executeTakeFirst();
}

export async function userById(db: Sql, organisationId: string, id: string): Promise<FullUser | undefined> {
  return full(db).where('u.organisation_id', '=', organisationId).where('u.id', '=', id).executeTakeFirst();
}

/** Those of the organisation who may sign the clinician's block. */
export async function cliniciansOf(db: Sql, organisationId: string): Promise<FullUser[]> {
  const users = await full(db)
    .where('u.organisation_id', '=', organisationId)
    .where('u.status', '=', 'ACTIVE')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .execute();
  return users.filter(({ permissions }) => permissions?.includes('consents.sign') ?? false);
}

/** A user as told on the wire; nothing that signs in leaves. */
export function presentUser(row: FullUser): User {
  const permissions: Permission[] = row.status === 'ACTIVE' ? (row.permissions ?? []) : [];
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
    permissions,
    organisation: [{ _id: row.organisation_id, name: row.organisationName }],
    subscriptions: [],
    TwoFAEnabled: row.two_factor_enabled,
    profileAvailable: row.status !== 'PENDING_EMAIL' && row.status !== 'PENDING_PROFILE',
    policyAccepted: row.policy_version !== null,
    personalProcedures: [],
    status: row.status,
    expiryDate: row.expiry_date,
    createdAt: row.created_at,
  };
}

function isAccountType(text: string): text is AccountType {
  return text in ACCOUNT_TYPES;
}
