import type { Parsed } from '#contract/calls.ts';
import type { OwnRetentionRules } from '#contract/retention.ts';
import { Refused } from '#server/api-error.ts';
import { lockOrganisation } from '#server/data/accounts/organisations.ts';
import { endProposals, retentionRules, saveRetentionRules } from '#server/data/retention/retention.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

/**
 * Changes for how long records are kept. Proposals that nobody decided on were made by the rules of before, and go.
 *
 * @throws Refused VERSION_CONFLICT with the present rules
 */
export async function changeRules(
  { version, ...rules }: Parsed<'retentionUpdate'>,
  context: Context<StaffActor>,
): Promise<OwnRetentionRules> {
  const { db, actor, now } = context;
  const { organisationId, userId } = actor;
  await lockOrganisation(db, organisationId);
  const current = await retentionRules(db, organisationId);
  if (current.version !== version) throw new Refused('VERSION_CONFLICT', { data: { current } });
  const saved = { ...rules, version: version + 1 };
  await saveRetentionRules(db, { organisationId, userId, now }, saved);
  await endProposals(db, organisationId);
  const { isOn, adultYears, deathYears, childAge } = rules;
  const detail = `${isOn ? 'on' : 'off'}, ${adultYears} years, ${deathYears} years after a death, children to the age of ${childAge}`;
  await logStaffSecurityEvent(db, context, { type: 'RETENTION_CHANGED', detail });
  return saved;
}
