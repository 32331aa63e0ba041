import type { FileKind } from '#domain/documents/document-kinds.ts';
import type { Generated } from 'kysely';
import type { InferOutput, ObjectSchema } from 'valibot';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { ProcedureEvent, ProcedureFields } from '#domain/library/procedure.ts';
import type { StoredSignatureInput } from '#domain/signing/signature.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { OwnWordsKind } from '#domain/consents/own-words.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerState, SignMethod } from '#domain/base/states.ts';
import type { ProcedureTranslation } from '#domain/library/procedure-translation.ts';
import type { ProcedureStatus } from '#domain/library/procedure-status.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { TemplateTranslation } from '#domain/templates/template-translation.ts';
import type { TrailTables } from './trail-rows.ts';
import type { ArchiveTables } from './archive-rows.ts';
import type { AccountTables } from './account-rows.ts';
import type { OrganisationTables } from './organisation-rows.ts';
import type { EndTables } from './end-rows.ts';
import type { NotificationTables } from './notification-rows.ts';
import type { MessageTables } from './message-rows.ts';
import type { ImportTables } from './import-rows.ts';
import type { IntegrityTables } from './integrity-rows.ts';
import type { PackTables } from './pack-rows.ts';
import type { LinkTables } from './link-rows.ts';
import type { SafetyTables } from './safety-rows.ts';
import type { ReferralTables } from './referral-rows.ts';
import type { RetentionTables } from './retention-rows.ts';
import type { SheetTables } from './sheet-rows.ts';
import type { CaseTable, ConsentTable, PatientChangeTable, PatientTable, UserRow } from './rows.ts';
import type { JobTable } from './job-rows.ts';

/** Times come and go as ISO 8601 text in UTC, plain dates as `YYYY-MM-DD`, jsonb as values (written with `json()`). */
export type Tables = TrailTables &
  AccountTables &
  OrganisationTables &
  ImportTables &
  ArchiveTables &
  LinkTables &
  ReferralTables &
  RetentionTables &
  PackTables &
  SafetyTables &
  SheetTables &
  IntegrityTables &
  EndTables &
  NotificationTables &
  MessageTables &
  CoreTables;

type CoreTables = {
  settings: { name: string; value: unknown };
  users: UserRow;
  throttles: { name: string; hits: number; resets_at: string };
  counters: { organisation_id: string; name: string; value: number };
  patients: PatientTable;
  patient_changes: PatientChangeTable;
  procedures: {
    organisation_id: string;
    id: string;
    version: number;
    is_current: boolean;
    status: ProcedureStatus;
    name: string;
    acronym: string;
    fields: ProcedureContent;
    clinically_reviewed: boolean;
    created_at: string;
    /** counts the saved edits of the procedure, over all its versions */
    revision: Generated<number>;
    /** users who edited this version */
    editors: Generated<string[]>;
    /** since then the text of this version never changes */
    published_at: string | null;
    /** a newer version was published over this one; drafts that name it may still be completed */
    superseded_at: string | null;
  };
  procedure_events: {
    organisation_id: string;
    procedure_id: string;
    id: string;
    at: string;
    user_id: string;
    user_name: string;
    type: ProcedureEvent['type'];
    version: number;
    fields: string[];
    from_status: ProcedureStatus | null;
    to_status: ProcedureStatus | null;
    note: string;
  };
  personal_procedures: {
    organisation_id: string;
    user_id: string;
    procedure_id: string;
    /** the library's version that the sections were written beside, or found right for */
    base_version: number;
    sections: StoredSection[];
    revision: number;
    updated_at: string;
    /** digests of the sections as this person has saved them, the newest last: a form that a tablet queued may hold an older text */
    former: string[];
  };
  templates: {
    organisation_id: string;
    id: string;
    version: number;
    is_current: boolean;
    name: string;
    form_type: FormType;
    speciality: string | null;
    nodes: TemplateNode[];
    translations: Generated<TemplateTranslation[]>;
    /** null without any */
    choices: Generated<ChoiceDetail[] | null>;
    created_at: string;
    /** the author of this version, and the name at that time; null for one that the product came with */
    author_id: Generated<string | null>;
    author_name: Generated<string | null>;
    /** of the last version of a template that is off the list */
    deleted_at: Generated<string | null>;
    deleted_by: Generated<string | null>;
  };
  cases: CaseTable;
  /** `user_id` null once nobody sees to the need any more */
  claims: { organisation_id: string; case_id: string; need: string; user_id: string | null; at: string };
  consents: ConsentTable;
  recipients: {
    organisation_id: string;
    consent_id: string;
    role: SignerRole;
    signing_order: number;
    name: string;
    email: string | null;
    state: SignerState;
    method: SignMethod | null;
    signed_at: string | null;
    identity: IdentityCheck | null;
    /** whether the version is signed only once this signer has */
    required: Generated<boolean>;
    /** of a witness: the place of the signer whose mark or spoken agreement is attested; null for every other signer */
    attests: Generated<number | null>;
    /** of a parent: the id of the adult in the family part of the form */
    party: Generated<string | null>;
  };
  signatures: {
    organisation_id: string;
    id: string;
    consent_id: string;
    role: SignerRole;
    /** place of the signer; null for evidence from before places were stored */
    signing_order: number | null;
    user_id: string | null;
    handover_id: string | null;
    given: StoredSignatureInput;
    /** of a clinician who signed under their own account; null for every other signer */
    credentials: ClinicianCredentials | null;
    captured_at: string;
    received_at: string;
    cancelled_at: string | null;
  };
  questions: {
    organisation_id: string;
    id: string;
    consent_id: string;
    asked_by: string;
    /** the asker's role and place; null for a question from before both were stored, of which nobody is certain */
    role: SignerRole | null;
    signing_order: number | null;
    text: string;
    asked_at: string;
    answer: string | null;
    answered_by: string | null;
    answered_at: string | null;
  };
  own_words: {
    organisation_id: string;
    id: string;
    consent_id: string;
    /** the place of the signer who said them; null for staff, and in words of before of whose speaker nobody is certain */
    signing_order: number | null;
    /** the account of the member of staff who said them */
    user_id: string | null;
    kind: OwnWordsKind;
    text: string;
    at: string;
  };
  documents: {
    organisation_id: string;
    id: string;
    consent_id: string;
    kind: DocumentKind;
    sha256: string;
    bytes: Uint8Array;
    level: string | null;
    made_at: string;
    /** of an addendum: the event that it tells of; null for any other document */
    event_id: Generated<string | null>;
    /** when the next archival time stamp is due; null for a kind that gets none, and once there are as many as there may be */
    archive_due_at: Generated<string | null>;
  };
  /** The digest of each unsigned form and audit file that was given out: the file itself is drawn anew each time. */
  drawn_files: { organisation_id: string; consent_id: string; kind: DrawnKind; sha256: string; made_at: string };
  document_links: {
    token_hash: string;
    organisation_id: string;
    document_id: string;
    ends_at: string;
    /** up to which revision the file is given, null for the sealed bytes alone */
    revision: Generated<number | null>;
  };
  handovers: {
    organisation_id: string;
    id: string;
    consent_id: string;
    role: SignerRole;
    /** place of the signer; null where the version was recalled before places were stored */
    signing_order: number | null;
    /** null for a visit by a link */
    session_id: string | null;
    /** the clinician who handed over, or sent the link */
    user_id: string;
    /** of a visit by a link */
    link_id: Generated<string | null>;
    started_at: string;
    ended_at: string | null;
    /** whether the tablet started it without a network, and so had no ticket */
    is_queued: Generated<boolean>;
  };
  tickets: { token_hash: string; organisation_id: string; handover_id: string; ends_at: string; latest_end: string };
  jobs: JobTable;
};

/** VIEW shows the state of a form that is no longer in force; CONFIRMATION (on the day) and OUTCOME (of a disagreement) are addenda; REFUSAL is the paper of a form that ended with a no; TIMESTAMP is an RFC 3161 token over the bytes of SIGNED; ARCHIVAL another document with stamps behind its seal; READING a copy to read, known by its digest. */
export type DocumentKind = Exclude<FileKind, 'TIMESTAMPED'> | 'TIMESTAMP' | 'VIEW_EARLIER';

/** The files that are drawn when they are asked for. */
export type DrawnKind = Extract<DocumentKind, 'PRE_SIGNED' | 'PAPER' | 'AUDIT'>;
/** The grade and registration number of a clinician at the moment of the signature. */
export type ClinicianCredentials = { grade: string | null; registrationNumber: string | null };

/** How somebody's identity was confirmed before signing, and when on the server. */
export type IdentityCheck = { confirmed: boolean; at: string };

/** The fields of a library procedure, as its editor wrote them. */
export type ProcedureContent = InferOutput<ObjectSchema<typeof ProcedureFields, undefined>> & {
  /** absent from versions that were written before there were any */
  translations?: ProcedureTranslation[] | undefined;
};
