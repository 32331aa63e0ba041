import { sql } from 'kysely';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import { MORE_TIME_ENDED_BY } from '#domain/signing/more-time.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { waitsForClinician } from '#domain/consents/recipients.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Db } from '#server/data/db.ts';
import type { NotificationRow } from '#server/data/notifications/notifications.ts';
import { linkById, type LinkRow } from '#server/data/signing/links.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import type { PatientStatus } from '#domain/base/states.ts';

/** A case as the sending of its news sees it. `waits`: of kinds that end once somebody has seen to them, whether they still wait. */
export type CaseOfNews = {
  readonly caseNumber: string;
  readonly listedOn: string | null;
  readonly patient: { readonly status: PatientStatus; readonly restricted: boolean };
  readonly content: DraftRowContent;
  /** by which the signer who is told was written to; undefined for staff */
  readonly link: LinkRow | undefined;
  readonly waits: Readonly<Partial<Record<NotificationKind, boolean>>>;
};

/** Reads the case of news that an event is; undefined once it, or its version, was deleted. */
export async function caseOfNews(db: Db, row: NotificationRow): Promise<CaseOfNews | undefined> {
  if (row.consent_id === null) return undefined;
  const key = { organisationId: row.organisation_id, id: row.consent_id };
  const found = await db
    .selectFrom('consents as v')
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'c.organisation_id').onRef('p.id', '=', 'c.patient_id'),
    )
    .select(['v.status', 'v.content', 'c.listed_on', 'c.number', 'p.status as patientStatus', 'p.restricted'])
    .select((has) =>
      has
        .exists(
          has
            .selectFrom('questions as q')
            .select('q.id')
            .whereRef('q.organisation_id', '=', 'v.organisation_id')
            .whereRef('q.consent_id', '=', 'v.id')
            .where('q.answer', 'is', null),
        )
        .as('isAsked'),
    )
    .select((has) =>
      has
        .exists(
          has
            .selectFrom('timeline as e')
            .select('e.id')
            .whereRef('e.organisation_id', '=', 'c.organisation_id')
            .whereRef('e.case_id', '=', 'c.id')
            .where('e.type', '=', 'NOTE_SETTLED')
            .where('e.at', '>=', row.created_at),
        )
        .as('isNoteSettled'),
    )
    .select(
      sql<boolean>`exists (select from timeline m join timeline e on e.organisation_id = m.organisation_id and e.case_id = m.case_id
        and e.version_id is not distinct from m.version_id and e.seq > m.seq
        and e.detail ->> 'order' is not distinct from m.detail ->> 'order'
      where m.organisation_id = c.organisation_id and m.case_id = c.id and m.id = ${row.event_id}
        and e.type in (${sql.join([...MORE_TIME_ENDED_BY])}) and not (e.type = 'LINK_SENT' and e.actor ->> 'kind' = 'SYSTEM'))`.as(
        'hasHadTime',
      ),
    )
    .select([isSeenTo(row), newsOfEvent(row)])
    .where('v.organisation_id', '=', key.organisationId)
    .where('v.id', '=', key.id)
    .where('v.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const signers = await recipientsIn(db, key);
  const isOut = mayMove(found.status, 'sign');
  const signed = signers.some(({ role, signed_at: at }) => isClinician(role) && at !== null && at >= row.created_at);
  const waits: CaseOfNews['waits'] = {
    QUESTION_ASKED: found.isAsked === true,
    NOTE_WRITTEN: found.isNoteSettled !== true,
    // A clinician who signs says why a choice stays open; one who had signed before has not seen it.
    WANTS_TO_TALK: !signed,
    MORE_TIME: isOut && !found.hasHadTime,
    SIGNATURE_MISSING: isOut && waitsForClinician(signers),
    EXPIRED: found.status === 'EXPIRED',
    SEALED: found.status === 'SIGNED',
  };
  return {
    caseNumber: shownCaseNumber(found.number),
    listedOn: found.listed_on,
    patient: { status: found.patientStatus, restricted: found.restricted },
    content: found.content,
    link: row.link_id === null ? undefined : await linkById(db, { organisationId: key.organisationId, linkId: row.link_id }),
    // Any act of staff about the case since shows that somebody has seen it; whoever takes it and gives it back has not.
    waits: { ...waits, NOT_TAKEN: !found.isSeenTo && !isOver(found.kindsOfEvent, waits) },
  };
}

/** Whether everything that an event was news of is over. */
function isOver(kinds: readonly NotificationKind[], waits: CaseOfNews['waits']): boolean {
  return kinds.length > 0 && kinds.every((kind) => waits[kind] === false);
}

/** Whether somebody sees to case `c` since news of it, or a member of staff has done anything about it. */
function isSeenTo(row: NotificationRow) {
  return sql<boolean>`exists (select from claims k where k.organisation_id = c.organisation_id and k.case_id = c.id
        and k.at >= ${row.created_at} and k.user_id is not null)
      or exists (select from timeline e where e.organisation_id = c.organisation_id and e.case_id = c.id and e.actor ->> 'kind' = 'STAFF'
        and e.at > greatest(${row.created_at}::timestamptz, (select m.at from timeline m where m.organisation_id = c.organisation_id
          and m.case_id = c.id and m.id = ${row.event_id})))`.as('isSeenTo');
}

/** The kinds of news that an event of case `c` is. */
function newsOfEvent(row: NotificationRow) {
  return sql<NotificationKind[]>`(select coalesce(jsonb_agg(distinct n.kind), '[]') from notifications n
        where n.organisation_id = c.organisation_id and n.event_id = ${row.event_id} and n.kind <> 'NOT_TAKEN')`.as(
    'kindsOfEvent',
  );
}
