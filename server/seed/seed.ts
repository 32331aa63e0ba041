import { DAY } from '#domain/base/limits.ts';
import { PLACEHOLDER_ORGANISATION } from '#domain/organisation/organisation.ts';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import { json } from '#server/data/json.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { patientsHandlers } from '#server/routes/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { firstOrganisation } from '#server/data/accounts/organisations.ts';
import { insertAdministrator } from '#server/data/accounts/registrants.ts';
import { searchTextOfUser } from '#server/data/accounts/user-search.ts';
import { storeCode, newCode } from '#server/work/accounts/mailed-codes.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { contextOf } from './past.ts';
import { demoCases } from './demo-cases.ts';
import type { demoLists } from './demo-lists.ts';
import { demoReferrals } from './demo-referrals.ts';
import { demoPlans } from './demo-plans.ts';
import { DEMO_DETAILS, DEMO_ORGANISATIONS, DEMO_PASSWORD, demoPatients, type DemoAccount } from './demo-people.ts';
import type { Settings } from '#server/settings.ts';
import { inTransaction } from '#server/data/transaction.ts';
import { seedOrganisation, seedReference } from '#server/work/organisation/start-data.ts';

/** The result of seeding; `undefined` when there was data already and no registration code has to be printed. */
export type Seeded = { kind: 'demo' } | { kind: 'empty'; email: string; code: string } | undefined;

/** Whether this database holds the demo hospital, whose accounts have a public password. */
export async function isDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'demo').executeTakeFirst();
  return row?.value === true;
}

/**
 * Fills an empty database, once: two servers that start together fill it once.
 *
 * @param lists - lists some cases of the demo for surgery around today; without it nobody is listed
 */
export async function seed(deps: Deps, kind: 'demo' | 'empty', lists?: typeof demoLists): Promise<Seeded> {
  return inTransaction(deps.database.db, async (db) => {
    const claimed = await db
      .insertInto('settings')
      .values({ name: 'seeded', value: json<unknown>(kind) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    if (claimed === undefined) return firstAdministrator(db, deps);
    const making = { newId: deps.newId, now: new Date(deps.clock()).toISOString() };
    await seedReference(db, making);
    return kind === 'demo' ? seedDemo(db, deps, lists) : seedEmpty(db, deps);
  });
}

/** The name of the first organisation that a start with empty tables makes: the seal bears it from the first document on. */
export function firstOrganisationOf(kind: 'demo' | 'empty', { organisationName }: Pick<Settings, 'organisationName'>): string {
  const [demo] = DEMO_ORGANISATIONS;
  return kind === 'demo' && demo !== undefined ? demo.name : (organisationName ?? PLACEHOLDER_ORGANISATION);
}

async function seedEmpty(db: Db, deps: Deps): Promise<Seeded> {
  const now = new Date(deps.clock()).toISOString();
  const organisation = await seedOrganisation(db, {
    name: firstOrganisationOf('empty', deps.settings),
    library: 'DRAFT',
    newId: deps.newId,
    now,
  });
  await insertAdministrator(db, {
    organisationId: organisation.id,
    roleId: organisation.roles.get('ADMIN') ?? null,
    id: deps.newId(),
    email: deps.settings.administratorEmail ?? `admin@${deps.settings.nhsHost}`,
    now,
  });
  return firstAdministrator(db, deps);
}

/** A new registration code for the first administrator until one is used, so that a lost code locks nobody out. */
async function firstAdministrator(db: Db, deps: Deps): Promise<Seeded> {
  const waiting = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('status', '=', 'PENDING_EMAIL')
    .where('role_id', 'is not', null)
    .where('organisation_id', '=', (await firstOrganisation(db))?.id ?? HOLDING_ORGANISATION)
    .executeTakeFirst();
  if (waiting === undefined) return undefined;
  const code = await newCode(deps);
  await storeCode(db, deps, { userId: waiting.id, purpose: 'REGISTER', code });
  return { kind: 'empty', email: waiting.email, code: code.plain };
}

async function seedDemo(db: Db, deps: Deps, lists: typeof demoLists | undefined): Promise<Seeded> {
  const start = deps.clock() - 90 * DAY;
  const now = new Date(start).toISOString();
  await db
    .insertInto('settings')
    .values({ name: 'demo', value: json<unknown>(true) })
    .execute();
  for (const [nth, { name, accounts }] of DEMO_ORGANISATIONS.entries()) {
    // The oldest is the first: it changes the lists of all.
    const since = new Date(start + nth).toISOString();
    const organisation = await seedOrganisation(db, { name, library: 'ACTIVE', newId: deps.newId, now: since });
    await db.updateTable('organisations').set(DEMO_DETAILS).where('id', '=', organisation.id).execute();
    await demoPlans(db, organisation.id, { newId: deps.newId, start });
    const actors = new Map<string, StaffActor>();
    for (const account of accounts)
      actors.set(account.email, await insertAccount(db, deps, { organisation, account, password: DEMO_PASSWORD, now }));
    const clinician = actors.get('clinician@demo.nhs.uk');
    if (clinician === undefined) continue;
    const made = [];
    for (const person of demoPatients()) {
      const { data } = await patientsHandlers.patientCreate(
        { ...person, id: undefined, nameInLatin: '', restricted: false },
        contextOf(db, deps, clinician, start),
      );
      made.push(data.patient);
    }
    const eyes = actors.get('eyes@demo.nhs.uk') ?? clinician;
    const cases = await demoCases({ db, deps, start, patients: made, clinician, eyes });
    await lists?.({ db, deps }, cases);
    const referrer = actors.get('referrer@demo.nhs.uk');
    if (referrer !== undefined) await demoReferrals({ db, deps, referrer });
  }
  return { kind: 'demo' };
}

type NewAccount = {
  organisation: { id: string; roles: ReadonlyMap<string, string> };
  account: DemoAccount;
  password: string;
  now: string;
};

async function insertAccount(
  db: Db,
  { newId, passwords }: Deps,
  { organisation, account, password, now }: NewAccount,
): Promise<StaffActor> {
  const { email, firstName, lastName, role, speciality, grade, registrationNumber, status = 'ACTIVE' } = account;
  const seeded = SEEDED_ROLES.find(({ key }) => key === role);
  const specialityId =
    speciality === undefined
      ? undefined
      : await db.selectFrom('specialities').select('id').where('name', '=', speciality).executeTakeFirst();
  const userId = newId();
  await db
    .insertInto('users')
    .values({
      organisation_id: organisation.id,
      id: userId,
      email,
      password_hash: await passwords.hash(password),
      first_name: firstName,
      last_name: lastName,
      search: searchTextOfUser({ first_name: firstName, last_name: lastName, email }),
      phone_number: null,
      grade: grade ?? null,
      speciality_id: specialityId?.id ?? null,
      consultant_code: registrationNumber ?? null,
      account_type: seeded?.accountType ?? 'HOSPITAL',
      requested_role: role,
      role_id: status === 'PENDING_APPROVAL' ? null : (organisation.roles.get(role) ?? null),
      status,
      expiry_date: null,
      policy_version: POLICY_VERSION,
      last_sign_in_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return {
    kind: 'staff',
    organisationId: organisation.id,
    userId,
    sessionId: '',
    deviceId: null,
    token: '',
    name: `${firstName} ${lastName}`,
    roleName: seeded?.name ?? '',
    roleKey: role,
    status: 'ACTIVE',
    permissions: seeded?.permissions ?? [],
  };
}
