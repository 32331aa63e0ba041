import type { CataloguedTable } from './catalogued-table.ts';
import { FORM_TABLES } from './form-tables.ts';

const OF_RECORD = { subject: 'PATIENT', retention: 'RECORD' } as const;
const BY_PATIENT = { ...OF_RECORD, path: ['patient_id', 'patients'] } as const;
const BY_CASE = { ...OF_RECORD, path: ['case_id', 'cases'] } as const;

/** The tables whose rows are about a patient. */
export const PATIENT_TABLES = {
  ...FORM_TABLES,
  access_log: {
    subject: 'PATIENT',
    path: ['patient_id', 'patients'],
    retention: 'ALWAYS',
    columns: {
      key: 'id patient_id case_id',
      data: 'at act call role detail',
      staff: 'user_id actor device_id address',
      note: 'why',
      internal: 'organisation_id chain_id seq prev_hash hash',
    },
  },
  case_ends: {
    ...BY_CASE,
    columns: {
      key: 'id case_id consent_id',
      data: 'kind ended_on at captured_at source close_reason undone_at taken_back_at settled_at settled_outcome',
      note: 'without_reason note undone_reason',
      actor: 'by_id undone_by settled_by',
      staff: 'by_name',
      internal: 'organisation_id',
    },
  },
  cases: {
    ...BY_PATIENT,
    columns: {
      key: 'id number patient_id current_consent_id in_force_consent_id',
      data: 'status listed_on theatre list_type listed_at operator_since referral_status ended created_at updated_at deleted_at',
      actor: 'clinician_id listed_by operator_id referred_by referred_to without_reason_by',
      staff: 'former_operators',
      internal: 'organisation_id referred_speciality_id is_left_out version',
    },
  },
  claims: {
    ...BY_CASE,
    notInPack: 'who of the staff sees to a case today, and for hours',
    columns: { key: 'case_id', data: 'need at', actor: 'user_id', internal: 'organisation_id' },
  },
  contact_wishes: {
    ...BY_CASE,
    columns: { key: 'case_id', data: 'role signing_order refused preferred at', contact: 'name', internal: 'organisation_id' },
  },
  consents: {
    ...BY_CASE,
    columns: {
      key: 'id case_id previous_id',
      data: 'version_number form_type status seal_state old_procedures later_answers digest letterhead void_kind origin verify_code patient_comments child_said_no paper_reported_at signed_by_link created_at updated_at sent_at signed_at sealed_at withdrawn_at deleted_at',
      form: 'content pinned',
      act: 'identity_checks talks both_meant confirmation',
      note: 'imported_signers interpreter_comments parent_comments disagreement',
      actor: 'clinician_id',
      internal:
        'organisation_id listed_content listed_identity listed_choice_details active_tab version refusal_due_at scan_due_at',
    },
  },
  idempotency: {
    subject: 'PATIENT',
    retention: 'BRIEFLY',
    days: 30,
    notInPack: 'answers to calls that are sent again: copies of what is in the pack',
    notInExit: 'answers to calls that are sent again, with tokens among them',
    columns: { data: 'route answer created_at', internal: 'owner op_id body_sha256 body_digest' },
  },
  jobs: {
    ...OF_RECORD,
    days: 90,
    notInPack: 'ids of work that is due, and nothing else',
    columns: {
      key: 'id',
      internal: 'organisation_id kind payload dedup state attempts next_at lease_until last_error created_at',
    },
  },
  legal_holds: {
    ...BY_PATIENT,
    columns: {
      key: 'id patient_id',
      data: 'placed_at lift_asked_at lifted_at',
      note: 'reason lift_asked_reason lifted_reason',
      actor: 'placed_by lift_asked_by lifted_by',
      staff: 'placed_name lift_asked_name lifted_name',
      internal: 'organisation_id',
    },
  },
  dead_addresses: {
    subject: 'PATIENT',
    retention: 'BRIEFLY',
    days: 30,
    notInPack: 'that a number was refused, under a digest that leads to nobody',
    columns: { key: 'recipient_mac', data: 'channel at', internal: 'organisation_id' },
  },
  deliveries: {
    ...BY_CASE,
    columns: {
      key: 'id case_id consent_id link_id',
      data: 'signing_order kind news channel service language is_uncounted is_urgent is_address_confirmed state reason parts created_at sent_at settled_at due_at',
      internal: 'organisation_id recipient_mac provider_id begun_at attempts lease_until next_at looked_at followed_at',
      secret: 'recipient body',
    },
  },
  notifications: {
    ...BY_CASE,
    days: 90,
    columns: {
      key: 'id event_id case_id consent_id link_id',
      data: 'kind signing_order team_id to_contact speed is_urgent due_at state reason created_at settled_at',
      actor: 'user_id',
      internal: 'organisation_id recipient mail_id',
    },
  },
  page_asks: {
    subject: 'PATIENT',
    retention: 'BRIEFLY',
    notInPack: 'whoever asks for a link; gone within a minute',
    columns: { key: 'id', sealed: 'contact', data: 'code due_at created_at' },
  },
  patient_changes: {
    ...BY_PATIENT,
    columns: {
      key: 'patient_id seq',
      data: 'at kind version captured_at changes',
      detail: 'detail',
      actor: 'actor_id',
      staff: 'actor device_id address',
      internal: 'organisation_id prev_hash hash',
    },
  },
  patients: {
    ...OF_RECORD,
    columns: {
      key: 'id number merged_into survivor_id',
      data: 'first_name last_name name_in_latin date_of_birth nhs_number hospital_number sex email phone address communication restricted status merged_at status_before created_at updated_at',
      actor: 'created_by',
      internal: 'organisation_id search hospital_key version',
    },
  },
  referral_attachments: {
    ...BY_CASE,
    columns: {
      key: 'id case_id',
      data: 'name type size sha256 at',
      file: 'bytes',
      actor: 'user_id',
      staff: 'user_name',
      internal: 'organisation_id',
    },
  },
  referral_messages: {
    ...BY_CASE,
    columns: {
      key: 'case_id seq',
      data: 'at move',
      note: 'text',
      actor: 'user_id',
      staff: 'user_name',
      internal: 'organisation_id',
    },
  },
  referrals: {
    ...BY_CASE,
    columns: { key: 'case_id', data: 'procedures submitted_at ended', note: 'question answer', internal: 'organisation_id' },
  },
  retention_proposals: {
    ...BY_PATIENT,
    columns: {
      key: 'patient_id',
      data: 'why last_activity_at due_on proposed_at state confirmed_at approved_at kept_at',
      note: 'kept_reason',
      actor: 'confirmed_by approved_by kept_by',
      staff: 'confirmed_name approved_name kept_name',
      internal: 'organisation_id version',
    },
  },
  sheet_codes: {
    ...BY_CASE,
    columns: { key: 'code case_id consent_id', data: 'version digest listed_on made_at', internal: 'organisation_id' },
  },
  subject_pack_lines: {
    ...OF_RECORD,
    path: ['pack_id', 'subject_packs'],
    notInPack: 'what was decided about lines that are about others',
    columns: {
      key: 'id pack_id consent_id',
      data: 'kind of_table row_key of_column words decision reason decided_at',
      actor: 'decided_by',
      staff: 'decided_name',
      internal: 'organisation_id sha256',
    },
  },
  subject_pack_parts: {
    ...OF_RECORD,
    path: ['pack_id', 'subject_packs'],
    notInPack: 'files of packs, sealed in the data folder for 30 days',
    columns: { key: 'pack_id number', data: 'bytes sha256', internal: 'organisation_id file' },
  },
  subject_packs: {
    ...BY_PATIENT,
    columns: {
      key: 'id patient_id',
      data: 'for_whom state asked_at drafted_at released_at made_at ends_at counts',
      note: 'reason',
      actor: 'asked_by released_by',
      staff: 'asked_name released_name',
      internal: 'organisation_id',
      secret: 'sealed_key',
    },
  },
  tickets: {
    ...OF_RECORD,
    path: ['handover_id', 'handovers'],
    days: 30,
    notInPack: 'secrets of tablets in a signer’s hands',
    columns: { key: 'handover_id', data: 'ends_at latest_end', internal: 'organisation_id', secret: 'token_hash' },
  },
  timeline: {
    ...BY_CASE,
    columns: {
      key: 'id case_id seq version_id',
      data: 'at device_at type',
      act: 'actor',
      detail: 'detail',
      staff: 'user_id device_id address',
      internal: 'organisation_id prev_hash hash',
    },
  },
} as const satisfies Record<string, CataloguedTable>;
