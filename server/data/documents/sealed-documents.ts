import { BESIDE_EVENTS, BESIDE_KINDS } from '#domain/documents/document-kinds.ts';
import type { FiledKind } from '#domain/documents/records-status.ts';
import type { TimelineEventType } from '#domain/cases/timeline.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

const KINDS = ['SIGNED', ...BESIDE_KINDS, 'VIEW', 'VIEW_EARLIER'] as const satisfies FiledKind[];

/** A sealed file of a version without its bytes; `size` bytes, `madeAt` ISO. */
export type SealedDocument = {
  readonly id: string;
  readonly consentId: string;
  readonly kind: (typeof KINDS)[number];
  readonly sha256: string;
  readonly size: number;
  readonly madeAt: string;
};

type Versions = { readonly organisationId: string; readonly ids: readonly string[] };

/** The sealed forms of these versions with their addenda, refusals and viewing copies, oldest first, in one statement. */
export async function sealedDocuments(db: Db, { organisationId, ids }: Versions): Promise<SealedDocument[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'consent_id as consentId', 'kind', 'sha256', 'made_at as madeAt'])
    .select(sql<number>`octet_length(bytes)`.as('size'))
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', ids)
    .where('kind', 'in', KINDS)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => KINDS.filter((kind) => kind === row.kind).map((kind) => ({ ...row, kind })));
}

/** The bytes of these documents by their ids, in one statement. */
export async function bytesOfDocuments(db: Db, { organisationId, ids }: Versions): Promise<ReadonlyMap<string, Uint8Array>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'bytes'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

const ENDINGS = ['WITHDRAWN', 'SUPERSEDED', 'VOIDED', 'DECLINED'] as const satisfies TimelineEventType[];
/** The event that records the seal of each kind of document. */
export const SEAL_EVENTS = {
  SIGNED: 'SEALED',
  ...BESIDE_EVENTS,
  VIEW: 'COPY_MADE',
  VIEW_EARLIER: 'COPY_MADE',
} as const satisfies Record<SealedDocument['kind'], TimelineEventType>;

/** The facts about versions in the timelines of some cases. */
export type TimelineFacts = {
  /** when each version ended, was declined too, ISO, by its id */
  readonly endedAt: ReadonlyMap<string, string>;
  /** the version that took the place of each one, by the id of the former */
  readonly replacedBy: ReadonlyMap<string, string>;
  /** whether an event says that this very file was sealed */
  readonly isSealed: (document: Pick<SealedDocument, 'consentId' | 'kind' | 'sha256'>) => boolean;
};

/** The ends of these cases' versions and the digests of what was sealed for them, in one statement. */
export async function timelineFacts(
  db: Db,
  { organisationId, caseIds }: { organisationId: string; caseIds: readonly string[] },
): Promise<TimelineFacts> {
  const events =
    caseIds.length === 0
      ? []
      : await db
          .selectFrom('timeline')
          .select(['version_id', 'type', 'at', sql<string | null>`detail->>'sha256'`.as('sha256')])
          .select([sql<string | null>`detail->>'goesOn'`.as('goesOn'), sql<string | null>`detail->>'by'`.as('by')])
          .where('organisation_id', '=', organisationId)
          .where('case_id', 'in', caseIds)
          .where('type', 'in', [...ENDINGS, ...Object.values(SEAL_EVENTS)])
          .orderBy('seq')
          .execute();
  // Of several signers one may say no without ending the form.
  const ends = events.filter(({ type, goesOn }) => goesOn !== 'true' && ENDINGS.some((each) => each === type));
  const seals = new Set(events.map(({ version_id, type, sha256 }) => `${version_id} ${type} ${sha256}`));
  return {
    endedAt: new Map(ends.flatMap(({ version_id: id, at }) => (id === null ? [] : [[id, at]]))),
    replacedBy: new Map(
      ends.flatMap(({ version_id: id, type, by }) => (id !== null && by !== null && type === 'SUPERSEDED' ? [[id, by]] : [])),
    ),
    isSealed: ({ consentId, kind, sha256 }) => seals.has(`${consentId} ${SEAL_EVENTS[kind]} ${sha256}`),
  };
}
