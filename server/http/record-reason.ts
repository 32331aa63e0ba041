import { REASON_LENGTH } from '#domain/audit/access-log.ts';
import { Refused } from '#server/api-error.ts';
import type { AccessSubject } from '#server/data/audit/access-log.ts';
import { hasHadOpen, teamPlace, teamPlaces, type TeamPlace } from '#server/data/audit/teams.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor, TicketActor } from './actor.ts';
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
  if (!isAsked(settings, permissions)) return undefined;
  const since = new Date(clock() - REASON_LENGTH).toISOString();
  const place = await teamPlace(database.db, { organisationId, userId }, { subject, since });
  if (place === undefined || !place.hasTeam || place.isInTeam) return undefined;
  if (place.reason === null) throw new Refused('REASON_NEEDED', { data: { patientID: place.patientId } });
  return place.reason;
}

/** A call that opens a record to change it, hands out what it holds, or makes somebody one of its team. */
type Opening = {
  readonly db: Db;
  readonly deps: Pick<Deps, 'clock' | 'settings'>;
  readonly actor: StaffActor | TicketActor;
  readonly capture?: Capture;
};

/** Of these patients those whose records this person may open without being asked once more. */
export async function openWithoutAsking(
  { db, deps, actor }: Opening & { readonly actor: StaffActor },
  patients: readonly string[],
): Promise<ReadonlySet<string>> {
  const { organisationId, userId, permissions } = actor;
  if (!isAsked(deps.settings, permissions)) return new Set(patients);
  const since = new Date(deps.clock() - REASON_LENGTH).toISOString();
  const memberships = await teamPlaces(db, { organisationId, userId }, { patients: [...new Set(patients)], since });
  const isOpen = ({ hasTeam, isInTeam, reason }: TeamPlace) => !hasTeam || isInTeam || reason !== null;
  return new Set(memberships.filter(isOpen).map(({ patientId }) => patientId));
}

/** Not asked are auditors, who see no forms, and pure referrers, who see only the patients of their own referrals. */
function isAsked({ breakGlass }: Deps['settings'], permissions: StaffActor['permissions']): boolean {
  const reads = permissions.includes('patients.read') || permissions.includes('consents.read');
  const refersOnly = permissions.includes('referrals.write') && !permissions.includes('referrals.review');
  return breakGlass && reads && !refersOnly;
}

const ASKED: unique symbol = Symbol('asked');
/** That a record may be opened: an opened one carries it, and {@link requireReasonToOpen} alone gives it. */
export type Permit = { readonly [ASKED]: true };

/**
 * Asks for the reason before a record is opened. Of what a tablet kept without a network everything is taken from those who had the record open
 * by right when they did it: reading it asks afterwards. A ticket opens its own version, and the reason was asked for when it was made.
 *
 * @throws Refused REASON_NEEDED
 */
export async function requireReasonToOpen({ db, deps, actor, capture }: Opening, subject: AccessSubject): Promise<Permit> {
  if (actor.kind === 'staff' && !(isQueuedCall(capture) && (await hasHadOpen(db, actor, subject))))
    await requireReason({ database: { db }, clock: deps.clock, settings: deps.settings }, actor, subject);
  return { [ASKED]: true };
}

/**
 * Asks for the reason before a first form is written for a patient: its author is one of the team from then on. One that a tablet kept is
 * taken without it.
 *
 * @returns the author of a kept form who is outside of the team and gave no reason; null for anybody else
 * @throws Refused REASON_NEEDED
 */
export async function requireReasonToJoin({ db, deps, actor, capture }: Opening, patientId: string): Promise<string | null> {
  try {
    await requireReasonToOpen({ db, deps, actor }, { patient: patientId });
    return null;
  } catch (error) {
    const isTaken = error instanceof Refused && error.key === 'REASON_NEEDED' && isQueuedCall(capture);
    if (!isTaken || actor.kind !== 'staff') throw error;
    return actor.userId;
  }
}
