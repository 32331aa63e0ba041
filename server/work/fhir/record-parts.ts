import type { FilingStatus } from '#domain/documents/records-status.ts';
import type { Patient } from '#domain/patients/patient.ts';
import type { SealedDocument } from '#server/data/documents/sealed-documents.ts';
import type { ConsentParts } from '#server/data/signing/consent-parts.ts';
import type { ProcedureContent } from '#server/data/tables/tables.ts';

/** The rows of a patient's record as the mapper takes them, so that it needs no database. */
export type RecordParts = {
  /** ISO */
  readonly now: string;
  /** of this installation, without a trailing slash */
  readonly origin: string;
  readonly organisation: { readonly id: string; readonly name: string };
  readonly patient: Patient;
  /** the record in use where this one is merged, and those that are merged into this one, as far as the reader may see them */
  readonly others: readonly Patient[];
  /** oldest case first, and of a case the oldest version */
  readonly versions: readonly RecordVersionParts[];
  /** registration numbers of clinicians, and of staff who signed, by their user’s id, as far as they are known */
  readonly registrations: ReadonlyMap<string, string>;
  /** the codes of a procedure in the version that a form has */
  readonly codesOf: (procedureID: string, version: number) => ProcedureContent['codes'];
};

/** One version of a form with all that is exported of it. */
export type RecordVersionParts = {
  readonly row: ConsentParts;
  /** whole years on the day on which it was sent, today for a draft */
  readonly age: number;
  /** its status, and that of its documents, in other systems */
  readonly filing: FilingStatus;
  /** plain date, the last on which it is in force; null for one that is not signed */
  readonly lastDay: string | null;
  /** when it was declined, withdrawn, replaced or recorded in error, ISO; null where none of these happened */
  readonly endedAt: string | null;
  /** the sealed form of the version whose place this one took; null without one */
  readonly formerFormId: string | null;
  /** the sealed form first, then what belongs to it; `bytes` null where they were not asked for, and of another patient’s form always */
  readonly documents: readonly (SealedDocument & { readonly bytes: Uint8Array | null })[];
};
