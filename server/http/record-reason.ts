import { REASON_LENGTH } from '#domain/audit/access-log.ts';
import { Refused } from '#server/api-error.ts';
import type { AccessSubject } from '#server/data/audit/access-log.ts';
import { teamPlace } from '#server/data/audit/teams.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from './actor.ts';
import { isQueuedCall, type Capture } from './capture.ts';

type Parts = Pick<Deps, 'clock' | 'settings'> & { readonly database: { readonly db: Db } };

/**
 * The reason under which somebody outside a patient's team opens the record: undefined where none is asked for.
 *
 * @throws Refused REASON_NEEDED with the patient's id, where reasons are required, this person is outside the team, and gave none
 */
export async function requireReason(
  { database, clock, settings }: Parts,
  { organisationId, userId, permissions }: StaffActor,
  subject: AccessSubject,
): Promise<string | undefined> {
  if (!settings.breakGlass) return undefined;
  // No reason is required of auditors, who see no forms, nor of pure referrers, who see only the patients of their own referrals.
  const reads = permissions.includes('patients.read') || permissions.includes('consents.read');
  const refersOnly = permissions.includes('referrals.write') && !permissions.includes('referrals.review');
  if (!reads || refersOnly) return undefined;
  const since = new Date(clock() - REASON_LENGTH).toISOString();
  const place = await teamPlace(database.db, { organisationId, userId }, { subject, since });
  if (place === undefined || !place.hasTeam || place.isInTeam) return undefined;
  if (place.reason === null) throw new Refused('REASON_NEEDED', { data: { patientID: place.patientId } });
  return place.reason;
}

/** A call that hands out what a record holds, or makes somebody one of its team. */
type Opening = {
  readonly db: Db;
  readonly deps: Pick<Deps, 'clock' | 'settings'>;
  readonly actor: StaffActor;
  readonly capture?: Capture;
};

/**
 * Asks for the reason before a call hands out what a record holds: a ticket, a link, a form that is taken back, a patient's details, or a
 * place in the team. What a tablet kept without a network is taken: reading it asks afterwards.
 *
 * @throws Refused REASON_NEEDED
 */
export async function requireReasonToOpen({ db, deps, actor, capture }: Opening, subject: AccessSubject): Promise<void> {
  if (isQueuedCall(capture)) return;
  await requireReason({ database: { db }, clock: deps.clock, settings: deps.settings }, actor, subject);
}
