import type { Input } from '#contract/calls.ts';
import type { Consent } from '#contract/record-shapes.ts';
import type { ListedCase } from '#contract/record-summary.ts';
import type { Patient } from '#domain/patient.ts';
import type { CaseStatus, FormType, SignerRole, SignMethod } from '#domain/states.ts';
import type { TimelineEventType } from '#domain/timeline.ts';
import type { EntityName, EntityRow } from './vault-database.ts';
import { unseal, type Keys } from './vault/seal.ts';

/** What is written into one version before it is sent; fields that are absent are as the server has them. */
export type DraftFields = Omit<Input<'consentUpdate'>, 'consentID' | 'version'>;

/** A signature made on this device that the server has not told back yet. */
export type MadeSignature = {
  readonly role: SignerRole;
  readonly name: string;
  readonly method: SignMethod;
  /** ISO, by this device's clock */
  readonly capturedAt: string;
};

/** Something that was done here to a version and that the server has not told back yet; `at` is ISO, by this device's clock. */
export type Happened = {
  readonly type: TimelineEventType;
  readonly at: string;
  readonly detail: Readonly<Record<string, string>>;
};

/** One version as this device knows it: the server's copy, and what was done here since. */
export type KeptConsent = {
  readonly consentID: string;
  readonly recordID: string;
  readonly patientID: string;
  readonly formType: FormType;
  /** null until the server has it */
  readonly server: Consent | null;
  readonly draft: DraftFields;
  readonly status: CaseStatus;
  readonly handovers: readonly { readonly role: SignerRole; readonly handoverId: string }[];
  readonly signed: readonly MadeSignature[];
  /** in the order in which it was done */
  readonly happened: readonly Happened[];
};

/** What a row of each table holds. A patient that the server does not have yet has version 0; a listing's row bears its case's id. */
export type Kept = { patients: Patient; consents: KeptConsent; listings: ListedCase };

/**
 * The entity in a row.
 *
 * @throws Damaged, KeyForgotten as {@link unseal}
 */
export async function openEntity<T extends EntityName>(keys: Keys, table: T, row: EntityRow): Promise<Kept[T]> {
  // Only rows sealed by this room for this table open here: the seal is bound to table and id.
  return (await unseal(keys, { table, id: row.id }, row)) as Kept[T];
}
