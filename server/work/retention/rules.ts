import { isSameRules, needsSecondPerson } from '#domain/organisation/retention.ts';
import type { Parsed } from '#contract/calls.ts';
import type { OwnRetentionRules } from '#contract/retention.ts';
import { Refused } from '#server/api-error.ts';
import { lockOrganisation } from '#server/data/accounts/organisations.ts';
import { endProposals, presentRules, retentionRules, saveRetentionRules } from '#server/data/retention/retention.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { refuseMadeSecond } from './second-person.ts';
import { tellAdministrators } from './tell-administrators.ts';

/**
 * Changes for how long records are kept. Proposals that nobody decided on were made by the rules of before, and go. Times that become shorter
 * than the code of practice says are asked for, and hold once another person sends the same.
 *
 * @returns the rules now, and whether they are those that were sent
 * @throws Refused VERSION_CONFLICT with the present rules; ANOTHER_PERSON, MADE_SECOND_PERSON
 */
export async function changeRules(
  { version, ...rules }: Parsed<'retentionUpdate'>,
  context: Context<StaffActor>,
): Promise<{ isSaved: boolean; data: OwnRetentionRules }> {
  const { db, actor, now } = context;
  const { organisationId, userId } = actor;
  await lockOrganisation(db, organisationId);
  const current = await retentionRules(db, organisationId);
  const { asked } = current;
  if (current.version !== version)
    throw new Refused('VERSION_CONFLICT', { data: { current: presentRules(current, userId) }, shows: null });
  const isShorter = needsSecondPerson(current, rules);
  const isSecond = asked !== null && isSameRules(asked, rules);
  if (isShorter && isSecond) await refuseMadeSecond(context, { id: asked.by, at: asked.at });
  const isSaved = !isShorter || isSecond;
  const next = isSaved
    ? { ...rules, version: version + 1, asked: null }
    : { ...current, version: version + 1, asked: { ...rules, by: userId, name: actor.name, at: now } };
  await saveRetentionRules(db, { organisationId, userId, now }, next);
  const { isOn, adultYears, deathYears, childAge } = rules;
  const detail = `${isOn ? 'on' : 'off'}, ${adultYears} years, ${deathYears} years after a death, children to the age of ${childAge}`;
  await logStaffSecurityEvent(db, context, { type: isSaved ? 'RETENTION_CHANGED' : 'RETENTION_ASKED', detail });
  if (isSaved) await endProposals(db, organisationId);
  else await tellAdministrators(context, 'RETENTION_ASKED');
  return { isSaved, data: presentRules(next, userId) };
}
