import { signatureDigest } from '#domain/integrity/integrity.ts';
import type { PlannedRecipient, Recipient } from '#domain/consents/recipients.ts';
import type { StoredSignatureInput } from '#domain/signing/signature.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { ConsentKey } from '#server/data/consents/consents.ts';
import { json } from '#server/data/json.ts';
import type { ClinicianCredentials, Tables } from '#server/data/tables/tables.ts';
import { sha256Hex } from '#server/sha256.ts';

export type RecipientRow = Selectable<Tables['recipients']>;
export type SignatureRow = Selectable<Tables['signatures']>;
export type QuestionRow = Selectable<Tables['questions']>;

export async function recipientsIn(db: Db, { organisationId, id }: ConsentKey): Promise<RecipientRow[]> {
  return db
    .selectFrom('recipients')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .orderBy('signing_order')
    .execute();
}

/** The place of a signer in a version. */
export type SignerKey = ConsentKey & { order: number };

/** Puts the signers of a version in place of those it had. */
export async function replaceRecipients(db: Db, key: ConsentKey, planned: readonly PlannedRecipient[]): Promise<void> {
  const { organisationId, id } = key;
  await db.deleteFrom('recipients').where('organisation_id', '=', organisationId).where('consent_id', '=', id).execute();
  await addRecipients(db, key, planned);
}

/** Adds signers to those that a version has: nothing of the others changes. */
export async function addRecipients(
  db: Db,
  { organisationId, id }: ConsentKey,
  planned: readonly PlannedRecipient[],
): Promise<void> {
  if (planned.length === 0) return;
  await db
    .insertInto('recipients')
    .values(
      planned.map(({ role, name, email, order, required, parentId }) => ({
        organisation_id: organisationId,
        consent_id: id,
        role,
        name,
        email,
        signing_order: order,
        state: 'WAITING' as const,
        method: null,
        signed_at: null,
        identity: null,
        required,
        party: parentId ?? null,
      })),
    )
    .execute();
}

export async function updateRecipient(
  db: Db,
  { organisationId, id, order }: SignerKey,
  change: Updateable<Tables['recipients']>,
): Promise<void> {
  const { identity, ...rest } = change;
  await db
    .updateTable('recipients')
    .set({ ...rest, ...(identity === undefined ? {} : { identity: identity === null ? null : json(identity) }) })
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('signing_order', '=', order)
    .execute();
}

/** The signatures that count: those cancelled by a recall are only in the timeline. */
export async function signaturesIn(db: Db, { organisationId, id }: ConsentKey): Promise<SignatureRow[]> {
  return (
    db
      .selectFrom('signatures')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('consent_id', '=', id)
      .where('cancelled_at', 'is', null)
      .orderBy('received_at')
      // Signatures of one batch have the same time and arrive in the order in which they were made.
      .orderBy('captured_at')
      .execute()
  );
}

type NewSignature = ConsentKey & {
  signatureId: string;
  /** place of the signer; null for evidence without one */
  order: number | null;
  given: StoredSignatureInput;
  userId: string | null;
  handoverId: string | null;
  receivedAt: string;
  credentials?: ClinicianCredentials;
  /** at once for one that is kept as evidence alone and never counts, ISO */
  cancelledAt?: string;
};

/** Inserts a signature. @returns its digest, for the event that tells of it */
export async function insertSignature(
  db: Db,
  { organisationId, id, signatureId, order, given, userId, handoverId, receivedAt, credentials, cancelledAt }: NewSignature,
): Promise<string> {
  const role = given.role;
  await db
    .insertInto('signatures')
    .values({
      organisation_id: organisationId,
      id: signatureId,
      consent_id: id,
      role,
      signing_order: order,
      user_id: userId,
      handover_id: handoverId,
      given: json(given),
      credentials: credentials === undefined ? null : json(credentials),
      captured_at: given.capturedAt,
      received_at: receivedAt,
      cancelled_at: cancelledAt ?? null,
    })
    .execute();
  const stored = {
    id: signatureId,
    consentId: id,
    role,
    userId,
    handoverId,
    given,
    credentials: credentials ?? null,
    receivedAt,
  };
  return signatureDigest(stored, sha256Hex);
}

/** Adds a witness behind the signers of a version. @returns the place */
export async function addWitness(
  db: Db,
  { organisationId, id, name, attests, required }: ConsentKey & { name: string; attests: number; required: boolean },
): Promise<number> {
  const added = await db
    .insertInto('recipients')
    .values((build) => ({
      organisation_id: organisationId,
      consent_id: id,
      role: 'WITNESS' as const,
      name,
      email: null,
      signing_order: build
        .selectFrom('recipients')
        .where('organisation_id', '=', organisationId)
        .where('consent_id', '=', id)
        .select(({ fn, eb }) => eb(fn.max('signing_order'), '+', 1).as('next')),
      state: 'WAITING' as const,
      method: null,
      signed_at: null,
      identity: null,
      required,
      attests,
    }))
    .returning('signing_order')
    .executeTakeFirstOrThrow();
  return added.signing_order;
}

/** Ends the wait for optional signers who have not answered: the version is signed without them. */
export async function expireWaiting(db: Db, { organisationId, id }: ConsentKey): Promise<void> {
  await db
    .updateTable('recipients')
    .set({ state: 'EXPIRED' })
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('state', 'not in', ['SIGNED', 'DECLINED'])
    .execute();
}

/** The signatures of one role that do not count: cancelled by a recall, or refused and kept as evidence. */
export async function cancelledIn(
  db: Db,
  { organisationId, id, role }: ConsentKey & { role: SignerRole },
): Promise<SignatureRow[]> {
  return db
    .selectFrom('signatures')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('role', '=', role)
    .where('cancelled_at', 'is not', null)
    .execute();
}

export async function cancelSignatures(db: Db, { organisationId, id }: ConsentKey, now: string): Promise<void> {
  await db
    .updateTable('signatures')
    .set({ cancelled_at: now })
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute();
}

/** Whether a question of the patient waits for its answer. */
export async function hasOpenQuestion(db: Db, { organisationId, id }: ConsentKey): Promise<boolean> {
  const open = await db
    .selectFrom('questions')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('answer', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** A recipient as told on the wire. */
export function presentRecipient(row: RecipientRow): Recipient {
  return {
    recipient_name: row.name,
    recipient_email: row.email,
    action_type: 'SIGN',
    signing_order: row.signing_order,
    role: row.role,
    state: row.state,
    method: row.method,
    signedAt: row.signed_at,
    required: row.required,
  };
}

/** A question as told on the wire. */
export function presentQuestion(row: QuestionRow) {
  return {
    id: row.id,
    text: row.text,
    askedBy: row.asked_by,
    role: row.role,
    signing_order: row.signing_order,
    askedAt: row.asked_at,
    answer: row.answer,
    answeredBy: row.answered_by,
  };
}
