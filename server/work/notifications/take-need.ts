import type { Need } from '#domain/cases/needs.ts';
import type { TakenNeed } from '#domain/cases/taken-need.ts';
import { lockCase } from '#server/data/cases/cases.ts';
import { timeInCase } from '#server/data/cases/timeline.ts';
import { putClaim } from '#server/data/notifications/claims.ts';
import { listedCases } from '#server/data/theatre/listed-cases.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { requireReasonToOpen, type Permit } from '#server/http/record-reason.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { claimOfRow, hasNeed, horizonOfReading } from './case-needs.ts';

type Working = Context<StaffActor>;
type Present = { readonly present: TakenNeed | null; readonly permit: Permit };
type NeedOf = { readonly id: string; readonly need: Need };

/**
 * Says that this person sees to a need of a case. It hides nothing.
 *
 * @param from - whose word it is that this one takes over, as it was shown
 * @throws Refused NOT_FOUND; MOVE_REFUSED where the need is not there any more; TAKEN, with name and time, where somebody else has it
 */
export async function takeNeed(
  context: Working,
  { from, ...of }: NeedOf & { readonly from?: string | undefined },
): Promise<TakenNeed> {
  const { actor } = context;
  const { present, permit } = await presentClaim(context, of);
  if (!(await hasNeed(context, of))) throw moveRefused('NOTHING_TO_SETTLE');
  if (present?.userID === actor.userId) return present;
  if (present !== null && present.userID !== from) throw taken(present);
  const at = await write({ ...context, permit }, of, actor.userId);
  return { need: of.need, userID: actor.userId, name: actor.name, at };
}

/**
 * Says that this person does not see to a need any more; nothing where they did not.
 *
 * @throws Refused NOT_FOUND; TAKEN where somebody else has it
 */
export async function giveBackNeed(context: Working, of: NeedOf): Promise<void> {
  const { present, permit } = await presentClaim(context, of);
  if (present === null) return;
  if (present.userID !== context.actor.userId) throw taken(present);
  await write({ ...context, permit }, of, null);
}

/** The present word, under the lock of the case: two who take it at once are one after the other. */
async function presentClaim(context: Working, { id, need }: NeedOf): Promise<Present> {
  const { db, actor } = context;
  const reach = caseVisibility(actor);
  if ((await lockCase(db, reach, id)) === undefined) throw new Refused('NOT_FOUND');
  const permit = await requireReasonToOpen(context, { case: id });
  const [row] = await listedCases(db, reach, [id]);
  if (row === undefined) throw new Refused('NOT_FOUND');
  return { present: claimOfRow(row, need, { now: context.deps.clock(), horizon: await horizonOfReading(context) }), permit };
}

async function write(
  { db, actor, now }: Working & { readonly permit: Permit },
  { id, need }: NeedOf,
  userId: string | null,
): Promise<string> {
  const key = { organisationId: actor.organisationId, caseId: id, need };
  // Not before what is told of the case already, whatever clock wrote that.
  const at = await timeInCase(db, { organisationId: actor.organisationId, id }, now);
  await putClaim(db, key, { userId, at });
  return at;
}

function taken({ name, at }: TakenNeed): Refused {
  return new Refused('TAKEN', { data: { name, at } });
}
