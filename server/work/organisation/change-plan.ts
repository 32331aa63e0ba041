import type { Parsed } from '#contract/calls.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { Refused } from '#server/api-error.ts';
import { listNamedEntries } from '#server/data/accounts/named-entries.ts';
import { lockOrganisation } from '#server/data/accounts/organisations.ts';
import { allPlans, insertPlan, permissionsOnPlan, updatePlan, type PlanRow } from '#server/data/accounts/plans.ts';
import { PLAN_HAD_ENDED } from '#server/data/retention/access-grants.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { beginDeciding, governedNow, refuseGoverning, refuseUnmanaged, type Deciding } from '#server/work/accounts/authorise.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

/** Makes an access plan of the own organisation. @throws Refused INVALID for a name that is taken or an unknown speciality */
export async function createPlan(fields: Parsed<'subscriptionCreate'>, deciding: Deciding): Promise<PlanRow> {
  const { db, actor, deps } = deciding;
  const plan = { id: deps.newId(), ...fields };
  await refuseFaulty(plan, deciding);
  await insertPlan(db, actor.organisationId, plan);
  await logStaffSecurityEvent(db, deciding, { type: 'PLAN_CREATED', subject: plan.name, detail: daysOf(plan) });
  return plan;
}

/**
 * Changes an access plan: it limits what everybody who has it may do, so that its last day is a decision about each of them.
 *
 * @throws Refused NOT_FOUND, FORBIDDEN where somebody who has it governs in ways that the caller does not, LAST_MANAGER, or INVALID as
 *   {@link createPlan}
 */
export async function changePlan({ _id: id, ...fields }: Parsed<'subscriptionUpdate'>, deciding: Deciding): Promise<PlanRow> {
  const { db, actor, deps } = deciding;
  const plan = { id, ...fields };
  await beginDeciding(deciding);
  const governed = await governedNow(deciding);
  const before = await refuseFaulty(plan, deciding);
  if (before === undefined) throw new Refused('NOT_FOUND');
  refuseGoverning(deciding, await permissionsOnPlan(db, actor.organisationId, id));
  if (!(await updatePlan(db, actor.organisationId, plan))) throw new Refused('NOT_FOUND');
  await refuseUnmanaged(deciding, governed);
  const renamed = before.name === plan.name ? [] : [`before ${before.name}`];
  const today = todayOf(deps);
  const hasEnded = ({ endDate }: PlanRow) => endDate !== null && endDate < today;
  const woken = hasEnded(before) && !hasEnded(plan) ? [PLAN_HAD_ENDED] : [];
  await logStaffSecurityEvent(db, deciding, {
    type: 'PLAN_CHANGED',
    subject: plan.name,
    detail: [...renamed, daysOf(plan), ...woken].join(', '),
  });
  return plan;
}

/** @returns the plan as it is stored; undefined for a new one and for an id of nothing */
async function refuseFaulty(plan: PlanRow, { db, actor }: Deciding): Promise<PlanRow | undefined> {
  // Two plans of one name at once: the second waits here for the first.
  await lockOrganisation(db, actor.organisationId);
  const plans = await allPlans(db, actor.organisationId);
  const before = plans.find(({ id }) => id === plan.id);
  const isTaken = plans.some(({ id, name }) => id !== plan.id && foldForSearch(name) === foldForSearch(plan.name));
  if (isTaken) throw fault('name', 'An access plan with this name already exists');
  const known = (await listNamedEntries(db, 'specialities'))
    .filter(({ ended_at: endedAt }) => endedAt === null)
    .map(({ name }) => name);
  const offered = [...known, ...(before?.specialities ?? [])];
  const at = plan.specialities.findIndex((each) => !offered.includes(each));
  if (at !== -1) throw fault(`specialities.${at}`, 'The Speciality must be one of those offered');
  return before;
}

function fault(path: string, message: string): Refused {
  return new Refused('INVALID', { fields: [{ path, message }] });
}

function daysOf({ startDate, endDate }: PlanRow): string {
  return `from ${longDate(startDate)}${endDate === null ? '' : ` to ${longDate(endDate)}`}`;
}
