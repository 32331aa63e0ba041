import type { ImportedContent } from '#domain/integrity/import-digest.ts';
import type { StoredCase } from '#domain/integrity/integrity.ts';
import { sql, type Selectable } from 'kysely';
import { isBesideKind } from '#domain/documents/document-kinds.ts';
import { chainHead, type ChainKey } from '#server/data/integrity/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { eventsOf, timelineOf } from '#server/data/cases/timeline.ts';

/** Everything of one case that a check compares; undefined for an unknown case. `db` is one snapshot. */
export async function storedCase(
  db: Db,
  { organisationId, caseId, chainKey }: { organisationId: string; caseId: string; chainKey: ChainKey },
): Promise<StoredCase | undefined> {
  const record = await caseRow(db, { organisationId, caseId });
  if (record === undefined) return undefined;
  const head = await chainHead(db, chainKey, timelineOf(organisationId, caseId));
  const all = await db
    .selectFrom('consents')
    .select([
      'id',
      'version_number',
      'status',
      'seal_state',
      'pinned',
      'form_type',
      'content',
      'digest',
      'sent_at',
      'signed_at',
      'confirmation',
      'identity_checks',
      'talks',
      'later_answers',
      'both_meant',
      'sealed_at',
      'withdrawn_at',
      'refusal_due_at',
      'scan_due_at',
      'void_kind',
      'deleted_at',
      sql<ImportedContent | null>`case when origin is null then null else jsonb_build_object('formType', form_type,
        'procedures', content -> 'procedures', 'origin', origin, 'signers', imported_signers) end`.as('imported'),
    ])
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .execute();
  // A version is deleted with its case, or a draft before that alone.
  const versions = all.filter(({ deleted_at }) => deleted_at === null || deleted_at === record.deleted_at);
  const questions = await questionsOf(db, organisationId, versions);
  return {
    events: await eventsOf(db, organisationId, caseId),
    recorded: recordedIn(head),
    id: caseId,
    patientId: record.patient_id,
    isDeleted: record.deleted_at !== null,
    status: record.status,
    inForce: record.in_force_consent_id,
    operatorId: record.operator_id,
    referral: record.referral_status,
    listed: listedIn(record),
    versions: versions.map((row) => ({
      id: row.id,
      number: row.version_number,
      status: row.status,
      isSealed: row.seal_state === 'SEALED',
      pinned: row.pinned,
      formType: row.form_type,
      content: row.content,
      imported: row.imported,
      digest: row.digest,
      sentAt: row.sent_at,
      signedAt: row.signed_at,
      confirmedAt: row.confirmation?.at ?? null,
      identityChecks: row.identity_checks,
      talks: row.talks,
      laterAnswers: row.later_answers,
      bothMeant: row.both_meant,
      sealedAt: row.sealed_at,
      withdrawnAt: row.withdrawn_at,
      refusalDueAt: row.refusal_due_at,
      scanDueAt: row.scan_due_at,
      voidKind: row.void_kind,
      questions: questions.filter(({ consentId }) => consentId === row.id),
    })),
    ...(versions.length === 0 ? NOTHING : await partsOf(db, organisationId, versions)),
  };
}

function recordedIn(head: Awaited<ReturnType<typeof chainHead>>): StoredCase['recorded'] {
  if (head === undefined) return undefined;
  const { length, isOurs, recorded } = head;
  return { length, head: head.head, isOurs, isBroken: recorded.isBroken === true, digests: recorded.digests ?? {} };
}

async function caseRow(db: Db, { organisationId, caseId }: { organisationId: string; caseId: string }) {
  return db
    .selectFrom('cases')
    .select([
      'patient_id',
      'status',
      'in_force_consent_id',
      'operator_id',
      'referral_status',
      'deleted_at',
      'listed_on',
      'theatre',
      'list_type',
      'listed_at',
    ])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', caseId)
    .executeTakeFirst();
}

type ListedRow = Pick<Selectable<Tables['cases']>, 'listed_on' | 'theatre' | 'list_type' | 'listed_at'>;

function listedIn({ listed_on: date, theatre, list_type: listType, listed_at: at }: ListedRow): StoredCase['listed'] {
  // A half of it was altered: no event gives it.
  if (date === null && listType === null && theatre === null) return null;
  return { date: date ?? '', theatre, listType: listType ?? '', at: at ?? '' };
}

async function questionsOf(db: Db, organisationId: string, versions: readonly { id: string }[]) {
  if (versions.length === 0) return [];
  return db
    .selectFrom('questions')
    .select(['consent_id as consentId', 'text', 'answer'])
    .where('organisation_id', '=', organisationId)
    .where(
      'consent_id',
      'in',
      versions.map(({ id }) => id),
    )
    .execute();
}

const NOTHING: Pick<StoredCase, 'signatures' | 'signers' | 'documents'> = { signatures: [], signers: [], documents: [] };

async function partsOf(db: Db, organisationId: string, versions: readonly { id: string }[]): Promise<typeof NOTHING> {
  const ids = versions.map(({ id }) => id);
  const signatures = await db
    .selectFrom('signatures')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', ids)
    .execute();
  const signers = await db
    .selectFrom('recipients')
    .select(['consent_id', 'role', 'signing_order', 'attests', 'name', 'state', 'signed_at'])
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', ids)
    .execute();
  const documents = await db
    .selectFrom('documents')
    .select(['consent_id', 'kind', 'sha256'])
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', ids)
    .execute();
  return {
    signatures: signatures.map((row) => ({
      id: row.id,
      consentId: row.consent_id,
      role: row.role,
      order: row.signing_order,
      userId: row.user_id,
      handoverId: row.handover_id,
      given: row.given,
      capturedAt: row.captured_at,
      credentials: row.credentials,
      receivedAt: row.received_at,
      isCancelled: row.cancelled_at !== null,
    })),
    signers: signers.map((row) => ({
      consentId: row.consent_id,
      role: row.role,
      order: row.signing_order,
      isAdded: row.attests !== null,
      name: row.name,
      isSigned: row.state === 'SIGNED',
      signedAt: row.signed_at,
    })),
    documents: documents.flatMap(({ consent_id: consentId, kind, sha256 }) =>
      kind === 'SIGNED' || kind === 'VIEW' || kind === 'SCAN' || isBesideKind(kind) ? [{ consentId, kind, sha256 }] : [],
    ),
  };
}
