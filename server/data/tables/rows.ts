import type { IdentityAcceptance, IdentityValues } from '#domain/patients/identity-check.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { Talk } from '#domain/consents/open-points.ts';
import type { StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import type { ReferralStatus } from '#domain/referrals/referral.ts';
import type { AdditionalChoice, ClinicianStatement, ConsentProcedure, Interpreting } from '#domain/consents/consent.ts';
import type { ConsentOrigin, ImportedSigner } from '#domain/consents/consent-origin.ts';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import type { Confirmation } from '#domain/cases/confirm-state.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import type { Disagreement, Family } from '#domain/family/family.ts';
import type { FieldColumns } from '#domain/values/field.ts';
import type { ListType } from '#domain/theatre/listed.ts';
import type { BothMeant } from '#domain/theatre/same-day.ts';
import type { Letterhead } from '#domain/organisation/organisation.ts';
import type { HistoryChange, PatientChangeKind } from '#domain/patients/patient-history.ts';
import type { PATIENT_FIELDS } from '#domain/patients/patient-fields.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { CaseStatus, PatientStatus, SealState, VoidKind } from '#domain/base/states.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import type { NameInLatin } from '#domain/forms/latin-names.ts';
import type { Cover } from '#domain/notifications/message-wishes.ts';
import type { Generated, GeneratedAlways } from 'kysely';

/** The content of one version while it is a draft, and after. */
export type DraftRowContent = Interpreting &
  Family & {
    capacity: Capacity | null;
    /** the account that entered the child's first assessment; absent in drafts of builds before */
    gillickBy?: string;
    procedures: ConsentProcedure[];
    templateID: string | null;
    clinicianStatement: ClinicianStatement | null;
    mattersToMe: string;
    additionalChoices: AdditionalChoice[];
    /** absent where no choice has any */
    choiceDetails?: ChoiceDetail[];
    /** of a form that was pinned: the choices about safety that it does not show; absent where there are none, and where nobody compared */
    safetyNotShown?: ChoiceDetail[];
    /** names of people on the form in Latin letters; absent where none has any */
    latinNames?: NameInLatin[];
    refusals: string[];
  };

/** The part of a version that lists say: of its pinned form, else of its draft. The ids are those of the procedures, in their order. */
export type ListedContent = { formType: FormType; procedureIDs: string[] } & {
  procedures: Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>[];
} & Pick<
    DraftRowContent,
    'refusals' | 'additionalChoices' | 'choiceDetails' | keyof Interpreting | 'basis' | 'parents' | 'disagreement'
  >;

export type UserRow = {
  organisation_id: string;
  id: string;
  email: string;
  /** `null` until the registration has set one */
  password_hash: string | null;
  first_name: string;
  last_name: string;
  phone_number: string | null;
  grade: string | null;
  speciality_id: string | null;
  consultant_code: string | null;
  account_type: string;
  requested_role: string | null;
  role_id: string | null;
  status: UserStatus;
  expiry_date: string | null;
  two_factor_enabled: Generated<boolean>;
  tablet_pin_hash: string | null;
  /** wrong tablet PINs since the last right one, or right password */
  tablet_pin_failures: Generated<number>;
  policy_version: string | null;
  /** kinds of news that they do not want by mail */
  messages_off: Generated<string[]>;
  /** the person who stands in for them */
  cover: Generated<Cover | null>;
  search: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
};

/** The fields of a patient in their columns, and the bookkeeping of the row. */
export type PatientTable = FieldColumns<typeof PATIENT_FIELDS> & {
  organisation_id: string;
  id: string;
  number: number;
  status: PatientStatus;
  merged_into: string | null;
  /** of a merged patient: the record in use, at the end of the chain of merges */
  survivor_id: Generated<string | null>;
  merged_at: Generated<string | null>;
  /** of a merged patient: the status to which an undone merge returns */
  status_before: Generated<PatientStatus | null>;
  search: string;
  /** hospital number as identities are compared; null without one, and in a row that a server of an earlier build has written */
  hospital_key: Generated<string | null>;
  version: number;
  created_at: string;
  updated_at: string;
  created_by: string;
};

/** One line of the history of a patient's details; `seq` from 1 within the patient. */
export type PatientChangeTable = {
  organisation_id: string;
  patient_id: string;
  seq: number;
  at: string;
  kind: PatientChangeKind;
  /** of the patient after the change */
  version: number;
  actor_id: string;
  actor: string;
  /** the tablet on which it was made; null where none proved its id */
  device_id: string | null;
  /** by the clock of the tablet that queued it */
  captured_at: string | null;
  changes: HistoryChange[];
  detail: PatientChangeDetail;
  prev_hash: string;
  /** under the server's key, over the line and the hash before */
  hash: string;
  /** network address of the caller: from the transaction of the call, and not in the hash */
  address: Generated<string | null>;
};

/** The detail of a line beside its fields. `recordID` is the number of the other record, of a merge or one that looks alike, `otherId` its id. */
export type PatientChangeDetail = {
  reason?: string;
  otherId?: string;
  recordID?: string;
  name?: string;
  /** of a value that was discarded: when it was entered on the tablet */
  enteredAt?: string;
};

export type CaseTable = {
  organisation_id: string;
  id: string;
  /** by which people name it; given by the database to a case that a server of the build before has written */
  number: Generated<number>;
  patient_id: string;
  clinician_id: string;
  status: CaseStatus;
  current_consent_id: string | null;
  in_force_consent_id: string | null;
  /** plain date; null where the case is on no list, and then theatre and list are null as well */
  listed_on: string | null;
  theatre: string | null;
  list_type: ListType | null;
  /** time and author of the last change of the listing; null where nobody ever listed the case */
  listed_at: string | null;
  listed_by: string | null;
  /** the named operator, and since when; null: the clinician who signed */
  operator_id: Generated<string | null>;
  operator_since: Generated<string | null>;
  /** all former operators */
  former_operators: Generated<string[]>;
  /** of a case that was referred: its state, who wrote it, and the one person or speciality it is for; null for any other */
  referral_status: Generated<ReferralStatus | null>;
  referred_by: Generated<string | null>;
  referred_to: Generated<string | null>;
  referred_speciality_id: Generated<string | null>;
  /** the author whose kept call made the case from outside the team, until they give a reason: it makes them no part of the team */
  without_reason_by: Generated<string | null>;
  /** the end of the case as it counts now; null for one that goes on */
  ended: Generated<CaseEnded | null>;
  /** worked out by the database: ended, nothing of it waits for a person, and no newer version is begun */
  is_left_out: GeneratedAlways<boolean>;
  version: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
};

export type ConsentTable = {
  organisation_id: string;
  id: string;
  case_id: string;
  previous_id: string | null;
  version_number: number;
  form_type: FormType;
  status: CaseStatus;
  seal_state: SealState;
  content: DraftRowContent;
  /** worked out by the database from the pinned form, else from the content */
  listed_content: GeneratedAlways<ListedContent>;
  /** worked out by the database from the pinned form; null where none is */
  listed_identity: GeneratedAlways<IdentityValues | null>;
  /** worked out by the database from the pinned form, else from the content; null where no choice has any */
  listed_choice_details: GeneratedAlways<ChoiceDetail[] | null>;
  old_procedures: ConsentProcedure[];
  /** The content shown to signers, fixed at send; the digest is over it. */
  pinned: ShownContent | null;
  /** the accounts that have recorded that the form is about the patient, whose details have changed since */
  identity_checks: Generated<IdentityAcceptance[]>;
  /** the talks about choices that the signed form leaves open */
  talks: Generated<Talk[]>;
  /** the answers that signers gave after their signature to what the form leaves open, cancelled ones too; oldest first */
  later_answers: Generated<StoredLaterAnswers[]>;
  /** the accounts that have recorded that other consents of the patient for the same day are meant beside this one */
  both_meant: Generated<BothMeant[]>;
  digest: string | null;
  /** name, address and logo of the organisation when the form was sent; not a part of the digest */
  letterhead: Generated<Letterhead | null>;
  /** the last one on the day */
  confirmation: Generated<Confirmation | null>;
  /** of a version that was recorded in error */
  void_kind: Generated<VoidKind | null>;
  /** of an imported version; null for any other, as are the signers on paper */
  origin: Generated<ConsentOrigin | null>;
  imported_signers: Generated<ImportedSigner[] | null>;
  verify_code: string | null;
  active_tab: number;
  patient_comments: Generated<string>;
  interpreter_comments: Generated<string>;
  parent_comments: Generated<string>;
  /** the outcome recorded while the form was out; one recorded before is in the content */
  disagreement: Generated<Disagreement | null>;
  /** whether a child who does not decide alone has said no, on the form or at signing */
  child_said_no: Generated<boolean>;
  /** since when the form is reported as signed on paper; no signature */
  paper_reported_at: Generated<string | null>;
  clinician_id: string;
  version: number;
  created_at: string;
  updated_at: string;
  sent_at: string | null;
  signed_at: string | null;
  sealed_at: string | null;
  withdrawn_at: Generated<string | null>;
  /** since when the paper of its refusal is to be made; null once it is, and for any other version */
  refusal_due_at: Generated<string | null>;
  /** since when the pages of its paper form are to be sealed; null once they are, and for any other version */
  scan_due_at: Generated<string | null>;
  /** whether the patient, a parent or a child signed by a link */
  signed_by_link: Generated<boolean>;
  deleted_at: string | null;
};
