import type { Input } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { ListedCase } from '#contract/shapes/record-summary.ts';
import { EMPTY_PATIENT, type Patient } from '#domain/patients/patient.ts';
import { lacksContact, withContactHidden } from '#domain/patients/restricted.ts';
import type { LaterAnswer, LaterAnswers } from '#domain/consents/later-answers.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, SignMethod } from '#domain/base/states.ts';
import type { TimelineEventType } from '#domain/cases/timeline.ts';
import type { BaseRow, EntityName, EntityRow } from '#store/db/vault-database.ts';
import { nullIfUnreadable, unseal, type Keys } from '#store/crypto/seal.ts';

/** Local edits of one draft version; an absent field has the server's value. */
export type DraftFields = Omit<Input<'consentUpdate'>, 'consentID' | 'version'>;

/** A signature that was captured on this device and is not in the server's copy yet. */
export type LocalSignature = {
  readonly role: SignerRole;
  readonly name: string;
  readonly method: SignMethod;
  /** ISO, by this device's clock */
  readonly capturedAt: string;
  /** the signer's place; rows of builds before lack it: then the role decides */
  readonly signing_order?: number;
  /** the witness, and whether they signed in the same act */
  readonly witness?: { readonly name: string; readonly isSigned: boolean };
};

/** A refusal by a signer on this device that the server's copy lacks; `goesOn`: by the server's answer the form goes on. */
export type LocalDecline = Pick<LocalSignature, 'role' | 'signing_order'> & { readonly goesOn?: true };

/** Answers that a signer gave on this device after their signature; name and first answers are those of the form. */
export type LocalLaterAnswers = Pick<LaterAnswers, 'role' | 'capturedAt' | 'method' | 'digest'> & {
  readonly signing_order?: number;
  /** ISO, by this device's clock */
  readonly at: string;
  readonly answers: readonly Pick<LaterAnswer, 'id' | 'title' | 'answer'>[];
};

/** A local act on a version that is not in the server's timeline yet; `at` is ISO, by this device's clock. */
export type PendingEvent = {
  readonly type: TimelineEventType;
  readonly at: string;
  readonly detail: Readonly<Record<string, string>>;
};

/** One version as this device has it: the server's copy, and the local changes since. */
export type LocalConsent = {
  readonly consentID: string;
  readonly recordID: string;
  readonly patientID: string;
  readonly formType: FormType;
  /** the server's copy; null until the server has the version */
  readonly server: Consent | null;
  readonly draft: DraftFields;
  readonly status: CaseStatus;
  readonly handovers: readonly (Pick<LocalSignature, 'role' | 'signing_order'> & { readonly handoverId: string })[];
  readonly signed: readonly LocalSignature[];
  /** absent in rows of builds before */
  readonly declined?: readonly LocalDecline[];
  /** answers after a signature that the server's copy lacks; absent without any */
  readonly answered?: readonly LocalLaterAnswers[];
  /** when it was taken back here after its operation, ISO; absent while it was not, or the server's copy has it */
  readonly takenBackAt?: string;
  /** local acts, in their order */
  readonly happened: readonly PendingEvent[];
};

/** The entity type in each table's rows. A patient that the server does not have yet has version 0; a listing's row id is its case's id. */
export type Entities = { patients: Patient; consents: LocalConsent; listings: ListedCase };

/** The fields that a row of this entity holds outside the seal. @param id - the row's own */
export function clearFieldsOf(
  value: Entities[EntityName],
  id: string,
): Pick<EntityRow, 'patientId' | 'recordId' | 'contactHidden'> {
  if ('consentID' in value) return { patientId: value.patientID, recordId: value.recordID };
  if ('patientID' in value) return { patientId: value.patientID };
  return { patientId: id, ...(value.contactHidden === true && { contactHidden: true }) };
}

/**
 * Decrypts the entity in a row.
 *
 * @throws Damaged, KeyForgotten as {@link unseal}
 */
export async function decryptEntity<T extends EntityName>(keys: Keys, table: T, row: EntityRow): Promise<Entities[T]> {
  // The seal is bound to table and id: only a value of this table opens here.
  const entity = (await unseal(keys, { table, id: row.id }, row)) as Entities[T];
  // A build before a field was added sealed the row without it.
  return table === 'patients' ? { ...EMPTY_PATIENT, ...entity } : entity;
}

/** An entity as a vault stores it: a patient whose contact details are protected is stored without them. */
export function storedEntity<T extends EntityName>(table: T, value: Entities[T]): Entities[T] {
  // The table holds this type.
  return table === 'patients' ? (withContactHidden(value as Patient) as Entities[T]) : value;
}

/** Whether this is a patient whose contact details are protected. */
export function isRestricted(value: Entities[EntityName] | null): boolean {
  return value !== null && 'restricted' in value && value.restricted;
}

/** Whether this is a patient whose contact details are not in this copy: nobody may change here what nobody sees. */
export function isWithoutContact(value: Entities[EntityName] | null): boolean {
  return value !== null && 'restricted' in value && lacksContact(value);
}

/** Decrypts the server's copy of a version beneath its local changes; null when the server has never had it, or it is unreadable. */
export async function decryptServerCopy(keys: Keys, base: BaseRow | undefined): Promise<LocalConsent | null> {
  if (base === undefined) return null;
  // A base has the type of its table's rows; the seal is bound to the table.
  const copy = (await nullIfUnreadable(unseal(keys, { table: 'bases', id: base.id }, base))) as LocalConsent | null;
  return copy?.server == null ? null : copy;
}
