import { REASON_LENGTH } from '#domain/audit/access-log.ts';
import { DAY } from '#domain/base/limits.ts';
import { Refused } from '#server/api-error.ts';
import type { AccessSubject } from '#server/data/audit/access-log.ts';
import { hasRecentAccess, teamPlace, teamPlaces, type TeamPlace } from '#server/data/audit/teams.ts';
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

type StaffOpening = Opening & { readonly actor: StaffActor };

/** Of these patients those whose records this person may open without being asked once more. */
export async function openWithoutAsking(opening: StaffOpening, patients: readonly string[]): Promise<ReadonlySet<string>> {
  const places = await placesOf(opening, patients);
  return places === undefined ? new Set(patients) : idsOf(places.filter(isOpen));
}

/** Of these patients those whose contact details this person does not see: they are on a queued form of the patient, outside the team and without a reason. */
export async function redactedPatients(opening: StaffOpening, patients: readonly string[]): Promise<ReadonlySet<string>> {
  const places = await placesOf(opening, patients);
  return idsOf((places ?? []).filter((place) => place.isOnCaseWithoutReason && !isOpen(place)));
}

const isOpen = ({ hasTeam, isInTeam, reason }: TeamPlace) => !hasTeam || isInTeam || reason !== null;
const idsOf = (places: readonly TeamPlace[]) => new Set(places.map(({ patientId }) => patientId));

/** @returns undefined where nobody like this person is asked for a reason */
async function placesOf({ db, deps, actor }: StaffOpening, patients: readonly string[]): Promise<TeamPlace[] | undefined> {
  const { organisationId, userId, permissions } = actor;
  if (!isAsked(deps.settings, permissions)) return undefined;
  const since = new Date(deps.clock() - REASON_LENGTH).toISOString();
  return teamPlaces(db, { organisationId, userId }, { patients: [...new Set(patients)], since });
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

/** The age of an access to a record by which a queued call on it is accepted, ms [choice]: no tablet keeps one for longer. */
const RECENT_ACCESS = 30 * DAY;

/**
 * Asks for the reason before a record is opened. What a tablet kept without a network is taken from whoever has had the record open by right
 * shortly before, and so is what stood on paper: reading it asks afterwards. A ticket opens its own version, and the reason was asked for when it
 * was made.
 *
 * @throws Refused REASON_NEEDED
 */
export async function requireReasonToOpen({ db, deps, actor, capture }: Opening, subject: AccessSubject): Promise<Permit> {
  const permit: Permit = { [ASKED]: true };
  if (actor.kind !== 'staff' || capture?.isFromPaper === true) return permit;
  try {
    await requireReason({ database: { db }, clock: deps.clock, settings: deps.settings }, actor, subject);
  } catch (error) {
    if (!isReasonNeeded(error) || !isQueuedCall(capture)) throw error;
    const since = new Date(deps.clock() - RECENT_ACCESS).toISOString();
    if (!(await hasRecentAccess(db, actor, { subject, since }))) throw error;
  }
  return permit;
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
    if (!isReasonNeeded(error) || !isQueuedCall(capture) || actor.kind !== 'staff') throw error;
    return actor.userId;
  }
}

function isReasonNeeded(error: unknown): boolean {
  return error instanceof Refused && error.key === 'REASON_NEEDED';
}
