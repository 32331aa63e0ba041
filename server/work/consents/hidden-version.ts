import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { ConsentOrigin } from '#domain/consents/consent-origin.ts';
import { EMPTY_CONTENT } from '#domain/consents/consent-fields.ts';
import type { CaseStatus, VoidKind } from '#domain/base/states.ts';
import { isHiddenEvent, type TimelineEvent } from '#domain/cases/timeline.ts';
import { withoutPeople } from '#domain/cases/without-people.ts';
import { withoutProtectionReason } from '#domain/patients/restricted.ts';
import { maySeeContact } from '#server/policies/restricted.ts';
import { mayReadAnswers, withoutAnswers } from '#domain/library/understanding.ts';
import { wrongPatientVersions } from '#server/data/consents/consents.ts';
import { eventsOfCases } from '#server/data/cases/timeline.ts';
import type { Db } from '#server/data/db.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';

type Reader = { readonly db: Db; readonly actor: StaffActor | TicketActor };
/** A reader of whose answer is known whether a tablet stores it; elsewhere it may. */
type TimelineReader = Reader & { readonly isForTablet?: boolean };

/** Whether a version was recorded in error because it was about another patient than its case. */
export function isOfWrongPatient({ status, void_kind }: { status: CaseStatus; void_kind: VoidKind | null }): boolean {
  return status === 'VOIDED' && void_kind === 'WRONG_PATIENT';
}

/** Whether the content of a version is hidden from this reader: only those who void or audit read about a wrong patient [choice]. */
export function isHiddenFrom(actor: Reader['actor'], version: Parameters<typeof isOfWrongPatient>[0]): boolean {
  return isOfWrongPatient(version) && !mayReadHidden(actor);
}

/** Whether a reader may read versions about another patient than their case's. */
export function mayReadHidden(actor: Pick<StaffActor, 'kind' | 'permissions'> | Pick<TicketActor, 'kind'>): boolean {
  return actor.kind === 'staff' && (actor.permissions.includes('consents.void') || actor.permissions.includes('audit.read'));
}

/** A version of which a reader learns one thing: that it was recorded in error. Its timeline is restricted already. */
export function withoutContent(consent: Consent): Consent {
  return {
    ...consent,
    ...EMPTY_CONTENT,
    origin: originAlone(consent.origin),
    importedSigners: [],
    shown: null,
    shownPatient: null,
    oldProcedures: [],
    content: [],
    ownWords: [],
    patientComments: '',
    interpreterComments: '',
    parentComments: '',
    questions: [],
    recipients: [],
    addedSigners: [],
    links: [],
    confirmation: null,
    identityChecks: [],
    talks: [],
    laterAnswers: [],
    signatures: [],
    statements: {},
    missing: [],
  };
}

/** That a version comes from a file, without what the file says of it. */
function originAlone(origin: Consent['origin']): ConsentOrigin | null {
  if (origin == null) return null;
  const { kind, digest, row, at, by } = origin;
  return { kind, digest, row, at, by, day: null };
}

/** A version without what it compares itself with: that was about another patient. */
export function withoutOldProcedures(consent: Consent): Consent {
  const { shown } = consent;
  return { ...consent, oldProcedures: [], shown: shown == null ? null : { ...shown, oldProcedures: [] } };
}

/**
 * The timelines of these cases, oldest event first; of a version that is hidden from the reader only that it was recorded in error, and
 * of questions of understanding only that they were answered, unless the reader talks about the answers.
 */
export async function readableTimelines(reader: Reader, caseIds: readonly string[]): Promise<Map<string, TimelineEvent[]>> {
  const timelines = await eventsOfCases(reader.db, reader.actor.organisationId, caseIds);
  const restrict = await timelineFilter(reader, caseIds);
  return new Map([...timelines].map(([id, events]) => [id, restrict(events)]));
}

/** As {@link readableTimelines}, for one case. */
export async function readableTimeline(reader: Reader, caseId: string): Promise<TimelineEvent[]> {
  return (await readableTimelines(reader, [caseId])).get(caseId) ?? [];
}

/**
 * The restriction of a timeline of these cases to what the reader may know; why contact details are hidden is told to those who may
 * change it, and stored by no tablet. Those who may not read patients read no name of a patient or another signer, and nothing that
 * somebody wrote.
 */
export async function timelineFilter(
  { db, actor, isForTablet = true }: TimelineReader,
  caseIds: readonly string[],
): Promise<(events: readonly TimelineEvent[]) => TimelineEvent[]> {
  const hidden = mayReadHidden(actor) ? new Set<string>() : await wrongPatientVersions(db, actor.organisationId, caseIds);
  const mayRead = actor.kind === 'staff' && mayReadAnswers(actor.permissions);
  const mayReadPatients = actor.kind === 'staff' && actor.permissions.includes('patients.read');
  const mayReadReason = actor.kind === 'staff' && maySeeContact({ actor, isForTablet });
  return (events) => {
    const shown = events
      .filter((event) => !isHiddenEvent(event, hidden))
      .map((event) => (mayRead ? event : withoutAnswers(event)))
      .map((event) => (mayReadReason ? event : withoutProtectionReason(event)));
    return mayReadPatients ? shown : withoutPeople(shown);
  };
}
