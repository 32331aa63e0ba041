import type { Permission } from '#domain/accounts/roles.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';

/** An access plan; dates are plain, `endDate` valid to its end. */
export type PlanRow = { id: string; name: string; specialities: string[]; startDate: string; endDate: string | null };

const plans = (db: Db) =>
  db
    .selectFrom('subscriptions as s')
    .select(['s.id', 's.name', 's.specialities', 's.start_date as startDate', 's.end_date as endDate']);

/** The access plans of one user. */
export async function plansOf(db: Db, organisationId: string, userId: string): Promise<PlanRow[]> {
  return plans(db)
    .innerJoin('user_subscriptions as u', (join) =>
      join.onRef('u.subscription_id', '=', 's.id').onRef('u.organisation_id', '=', 's.organisation_id'),
    )
    .where('u.organisation_id', '=', organisationId)
    .where('u.user_id', '=', userId)
    .orderBy('s.name')
    .execute();
}

/** The access plans of an organisation that run on a day. @param today - plain date */
export async function plansOn(db: Db, organisationId: string, today: string): Promise<PlanRow[]> {
  return plans(db)
    .where('s.organisation_id', '=', organisationId)
    .where('s.start_date', '<=', today)
    .where((or) => or.or([or('s.end_date', 'is', null), or('s.end_date', '>=', today)]))
    .orderBy('s.name')
    .execute();
}

/** Every access plan of an organisation, ended ones as well. */
export async function allPlans(db: Db, organisationId: string): Promise<PlanRow[]> {
  return plans(db).where('s.organisation_id', '=', organisationId).orderBy('s.name').orderBy('s.id').execute();
}

export async function insertPlan(db: Db, organisationId: string, plan: PlanRow): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({ organisation_id: organisationId, id: plan.id, ...columnsOf(plan) })
    .execute();
}

/** Changes an access plan; false for one that the organisation does not have. */
export async function updatePlan(db: Db, organisationId: string, plan: PlanRow): Promise<boolean> {
  const changed = await db
    .updateTable('subscriptions')
    .set(columnsOf(plan))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', plan.id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

function columnsOf({ name, specialities, startDate, endDate }: PlanRow) {
  return { name, specialities: json(specialities), start_date: startDate, end_date: endDate };
}

/** The permissions of the roles of those who have an access plan, each once, whatever their plans leave of them on a day. */
export async function permissionsOnPlan(db: Db, organisationId: string, planId: string): Promise<Permission[]> {
  const roles = await db
    .selectFrom('roles as r')
    .select('r.permissions')
    .where('r.organisation_id', '=', organisationId)
    .where((is) =>
      is.exists(
        is
          .selectFrom('user_subscriptions as s')
          .innerJoin('users as u', (join) =>
            join.onRef('u.organisation_id', '=', 's.organisation_id').onRef('u.id', '=', 's.user_id'),
          )
          .select('u.id')
          .where('s.organisation_id', '=', organisationId)
          .where('s.subscription_id', '=', planId)
          .whereRef('u.role_id', '=', 'r.id'),
      ),
    )
    .execute();
  return [...new Set(roles.flatMap(({ permissions }) => permissions))];
}

/** Sets the access plans of a user to exactly these. */
export async function givePlans(
  db: Db,
  { organisationId, userId }: { organisationId: string; userId: string },
  planIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('user_subscriptions').where('organisation_id', '=', organisationId).where('user_id', '=', userId).execute();
  if (planIds.length === 0) return;
  await db
    .insertInto('user_subscriptions')
    .values(planIds.map((id) => ({ organisation_id: organisationId, user_id: userId, subscription_id: id })))
    .execute();
}
