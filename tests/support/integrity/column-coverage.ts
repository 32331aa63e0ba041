/**
 * How the check of stored records covers a column: a value in a CHAIN, COMPARED with a chain or with a mark, or EXCUSED because nobody is
 * misled by it.
 */
export type Coverage = 'CHAIN' | 'COMPARED' | 'EXCUSED';
/** With which chain or value, or why; and the columns. */
type Entry = readonly [Coverage, by: string, columns: string];

const BOOKKEEPING = 'bookkeeping of edits, on no document and in no light';
const MARK = 'the mark of the row, under the key';
const EPHEMERAL = 'work that is under way, gone within hours or days';

/** Every column of every table. */
export const COLUMN_COVERAGE: Readonly<Record<string, readonly Entry[]>> = {
  access_log: [
    [
      'CHAIN',
      'each line under the key',
      'organisation_id chain_id seq id at act call user_id actor role patient_id case_id device_id address why detail prev_hash hash',
    ],
  ],
  archivals: [
    ['COMPARED', 'the timeline and the stamps in the file', 'document_id revision sha256 bytes'],
    ['EXCUSED', 'the file itself says when and by which certificate', 'organisation_id size stamped_at tsa_leaf tsa_ends_at'],
  ],
  case_ends: [
    [
      'COMPARED',
      MARK,
      'organisation_id id case_id kind ended_on at captured_at by_id by_name source consent_id without_reason close_reason note undone_at undone_by undone_reason taken_back_at settled_at settled_by settled_outcome',
    ],
  ],
  cases: [
    [
      'COMPARED',
      'the timeline',
      'id patient_id status in_force_consent_id operator_id referral_status deleted_at listed_on theatre list_type listed_at',
    ],
    ['EXCUSED', 'first in every key: a case elsewhere is missing here', 'organisation_id'],
    ['EXCUSED', BOOKKEEPING, 'version created_at updated_at'],
    [
      'COMPARED',
      MARK,
      'clinician_id current_consent_id listed_by operator_since former_operators referred_by referred_to referred_speciality_id without_reason_by ended number',
    ],
    ['EXCUSED', 'worked out by the database', 'is_left_out'],
  ],
  chain_heads: [['COMPARED', 'its MAC, its chain and the file of heads', 'organisation_id chain id length head at recorded mac']],
  callback_keys: [['EXCUSED', EPHEMERAL, 'hash at']],
  contact_wishes: [
    [
      'EXCUSED',
      'whoever alters it sends a mail that somebody does not want, or none: no form and no need depends on it',
      'organisation_id case_id role name signing_order refused preferred at',
    ],
  ],
  claims: [['EXCUSED', 'a word between colleagues, which hides nothing and runs out', 'organisation_id case_id need user_id at']],
  consents: [
    [
      'COMPARED',
      'the timeline',
      'id case_id status seal_state digest sent_at signed_at sealed_at deleted_at confirmation origin imported_signers withdrawn_at refusal_due_at scan_due_at void_kind',
    ],
    ['COMPARED', 'the digest in the timeline', 'pinned identity_checks talks later_answers both_meant'],
    ['COMPARED', 'the pinned form', 'form_type content'],
    ['EXCUSED', 'worked out by the database', 'listed_content listed_identity listed_choice_details'],
    ['EXCUSED', 'first in every key: a version elsewhere is missing here', 'organisation_id'],
    ['EXCUSED', BOOKKEEPING, 'active_tab version created_at updated_at'],
    [
      'COMPARED',
      MARK,
      'version_number previous_id old_procedures verify_code patient_comments interpreter_comments parent_comments clinician_id disagreement child_said_no letterhead paper_reported_at signed_by_link',
    ],
  ],
  counters: [['EXCUSED', 'the next number alone', 'organisation_id name value']],
  deleted_entities: [['EXCUSED', 'ids for tablets alone', 'organisation_id entity id version at']],
  dead_addresses: [['EXCUSED', 'holds messages back, and never sends one', 'organisation_id recipient_mac channel at']],
  deliveries: [
    [
      'EXCUSED',
      'how far a message has come, as mails',
      'organisation_id id case_id consent_id signing_order link_id kind news channel service language recipient_mac is_uncounted is_urgent is_address_confirmed state reason provider_id begun_at attempts lease_until next_at due_at parts created_at sent_at settled_at looked_at followed_at',
    ],
    ['EXCUSED', 'sealed: an altered or moved value does not open, and is sent to nobody', 'recipient body'],
  ],
  deletion_certificates: [
    ['COMPARED', 'the security log', 'id content sha256'],
    ['EXCUSED', 'indexes of the content', 'organisation_id at patients chains'],
  ],
  device_shares: [
    ['EXCUSED', 'a share opens nothing without its other half', 'organisation_id device_id user_id share created_at'],
  ],
  devices: [
    ['COMPARED', MARK, 'organisation_id id name first_used_at revoked_at secret_sha256 label'],
    ['EXCUSED', 'when and by whom a tablet was last used', 'last_used_at last_user_id unsent search build'],
  ],
  document_links: [['EXCUSED', EPHEMERAL, 'token_hash organisation_id document_id ends_at revision']],
  documents: [
    ['COMPARED', 'the timeline and the seal', 'consent_id kind sha256 bytes'],
    ['EXCUSED', 'the timeline says when and for which event', 'organisation_id id level made_at event_id'],
    ['EXCUSED', 'when a stamp is asked for; what was stamped stands in the timeline', 'archive_due_at'],
  ],
  document_digests: [
    [
      'EXCUSED',
      'of a file whose document is stored the document is compared; of any other nobody is told that it holds',
      'sha256 organisation_id kind sealed_at gone_at',
    ],
  ],
  drawn_files: [['EXCUSED', 'digests of forms without a signature', 'organisation_id consent_id kind sha256 made_at']],
  entity_ops: [
    [
      'EXCUSED',
      'answers to calls that are sent again',
      'owner op_id organisation_id entity entity_id version user_id device_id captured_at received_at clock_offset',
    ],
  ],
  experience_counts: [
    ['EXCUSED', 'counts of answers, which no record rests on', 'organisation_id month procedure_id q1 q2 q3 n'],
  ],
  experience_settings: [
    [
      'EXCUSED',
      'whether people are asked three questions: the security log names who changed it',
      'organisation_id settings licence_read_at version updated_at updated_by',
    ],
  ],
  grades: [['EXCUSED', 'a list to choose from', 'id name ended_at']],
  half_sign_ins: [['EXCUSED', EPHEMERAL, 'user_id at']],
  handovers: [
    [
      'COMPARED',
      MARK,
      'organisation_id id consent_id role session_id user_id started_at ended_at is_queued signing_order link_id',
    ],
  ],
  idempotency: [['EXCUSED', EPHEMERAL, 'owner op_id route body_sha256 answer created_at body_digest']],
  import_files: [
    ['EXCUSED', 'the security log names each import', 'organisation_id id subject digest at user_id user_name created'],
  ],
  import_mappings: [
    ['EXCUSED', 'a proposal that a person reads', 'organisation_id subject headings_sha256 mapping updated_at updated_by'],
  ],
  jobs: [
    ['EXCUSED', EPHEMERAL, 'id organisation_id kind payload dedup state attempts next_at lease_until last_error created_at'],
  ],
  known_places: [['EXCUSED', 'decides about a mail alone', 'user_id place_hash seen_at']],
  legal_holds: [
    [
      'COMPARED',
      MARK,
      'organisation_id id patient_id reason placed_at placed_by placed_name lift_asked_by lift_asked_name lift_asked_at lift_asked_reason lifted_at lifted_by lifted_name lifted_reason',
    ],
  ],
  link_tokens: [['COMPARED', MARK, 'token_hash organisation_id link_id created_at']],
  links: [
    [
      'COMPARED',
      MARK,
      'organisation_id id consent_id role signing_order channel address sent_by tries reminders reminded_at created_at ends_at opened_at verified_at locked_at ended_at ended_by',
    ],
    ['EXCUSED', 'decides which links staff see in a list, and nobody signs otherwise by it', 'purpose'],
    ['EXCUSED', 'how a link went, and nobody signs otherwise by it', 'way'],
    ['EXCUSED', 'marks of addresses: an altered one holds a message back, and sends none elsewhere', 'contact_macs'],
  ],
  mails: [
    [
      'EXCUSED',
      EPHEMERAL,
      'organisation_id id user_id kind news address name subject body state error created_at sent_at link_id',
    ],
  ],
  message_settings: [
    ['COMPARED', MARK, 'organisation_id id settings'],
    ['EXCUSED', 'sealed: an altered or moved value does not open', 'secrets'],
    ['EXCUSED', 'holds messages back, and never sends one', 'paused'],
    ['EXCUSED', BOOKKEEPING, 'version updated_at updated_by'],
  ],
  message_usage: [['EXCUSED', 'a count against a limit of cost', 'organisation_id month channel amount mailed_share']],
  notifications: [
    [
      'EXCUSED',
      EPHEMERAL,
      'organisation_id id event_id case_id consent_id kind recipient user_id team_id to_contact signing_order link_id speed is_urgent due_at state reason created_at settled_at mail_id',
    ],
  ],
  one_time_codes: [
    ['COMPARED', MARK, 'id user_id purpose code_hash created_at ends_at used_at'],
    ['EXCUSED', 'wrong answers so far, of five', 'tries'],
  ],
  organisation_logos: [['COMPARED', MARK, 'id organisation_id png created_at']],
  organisations: [
    [
      'COMPARED',
      MARK,
      'id name created_at address support_email support_phone logo_id ended_at patient_phone privacy_text privacy_url accessibility_email safety_contacts had_sent',
    ],
    ['EXCUSED', BOOKKEEPING, 'version'],
  ],
  own_words: [['COMPARED', MARK, 'organisation_id id consent_id signing_order user_id kind text at']],
  page_asks: [['EXCUSED', EPHEMERAL, 'id contact code due_at created_at']],
  patient_changes: [
    [
      'CHAIN',
      'each line under the key',
      'organisation_id patient_id seq at kind version actor_id actor device_id captured_at changes detail prev_hash hash',
    ],
    ['EXCUSED', 'outside of the hash, in a table that only grows', 'address'],
  ],
  patients: [
    [
      'COMPARED',
      'the replay of the history',
      'id first_name last_name name_in_latin date_of_birth nhs_number hospital_number sex email phone address communication status merged_into restricted',
    ],
    ['COMPARED', 'the fields of the row and the first line', 'search hospital_key created_by survivor_id merged_at'],
    ['EXCUSED', 'first in every key: a patient elsewhere is missing here', 'organisation_id'],
    ['EXCUSED', BOOKKEEPING, 'version created_at updated_at'],
    ['COMPARED', MARK, 'number status_before'],
  ],
  personal_procedures: [
    ['COMPARED', MARK, 'organisation_id user_id procedure_id base_version sections former'],
    ['EXCUSED', BOOKKEEPING, 'revision updated_at'],
  ],
  procedure_events: [
    ['COMPARED', MARK, 'organisation_id procedure_id id at user_id user_name type version fields from_status to_status note'],
  ],
  procedures: [
    [
      'COMPARED',
      MARK,
      'organisation_id id version is_current status name acronym fields clinically_reviewed created_at editors published_at superseded_at',
    ],
    ['EXCUSED', BOOKKEEPING, 'revision'],
  ],
  questions: [
    ['COMPARED', 'the timeline', 'consent_id text answer'],
    ['COMPARED', MARK, 'organisation_id id asked_by asked_at answered_by answered_at role signing_order'],
  ],
  recipients: [
    ['COMPARED', 'the pinned form and the timeline', 'consent_id role signing_order name state signed_at'],
    ['COMPARED', MARK, 'organisation_id email method identity required attests party'],
  ],
  referral_attachments: [['COMPARED', MARK, 'organisation_id id case_id name type size sha256 bytes at user_id user_name']],
  referral_messages: [['COMPARED', MARK, 'organisation_id case_id seq at user_id user_name move text']],
  referrals: [['COMPARED', MARK, 'organisation_id case_id question procedures answer submitted_at ended']],
  retention_proposals: [
    [
      'COMPARED',
      MARK,
      'organisation_id patient_id why last_activity_at due_on proposed_at state confirmed_by confirmed_name confirmed_at approved_by approved_name approved_at kept_by kept_name kept_at kept_reason',
    ],
    ['EXCUSED', BOOKKEEPING, 'version'],
  ],
  retention_rules: [
    ['COMPARED', MARK, 'organisation_id is_on adult_years death_years child_age updated_at updated_by asked'],
    ['EXCUSED', 'how far the search for records has come', 'version searched_on searched_to'],
  ],
  roles: [['COMPARED', MARK, 'organisation_id id key name account_type permissions created_at updated_at is_seeded']],
  row_marks: [['COMPARED', 'its own MAC and its row', 'of_table key organisation_id count is_gone mac']],
  safety_reports: [
    [
      'COMPARED',
      MARK,
      'organisation_id id number at received_at by_id by_name kind harm words context case_id state hazard answer settled_at settled_by settled_name told_again_at',
    ],
  ],
  seal_leaves: [
    ['COMPARED', MARK, 'sha256 der subject not_before not_after self_made facts first_used_at'],
    ['EXCUSED', 'moved at each start', 'last_used_at'],
  ],
  second_factors: [['EXCUSED', 'sealed under a key outside of the database', 'user_id secret last_step confirmed_at created_at']],
  security_log: [['CHAIN', 'each entry', 'organisation_id id at type actor_id actor subject address detail seq prev_hash hash']],
  session_tokens: [['COMPARED', MARK, 'token_hash session_id created_at']],
  sessions: [
    ['COMPARED', MARK, 'organisation_id id user_id signed_in_at ends_at ended_at unlock_failures device_id address agent'],
  ],
  settings: [['EXCUSED', 'facts of the server; a missing one is told at the next start', 'name value']],
  sheet_codes: [
    [
      'EXCUSED',
      'a code is judged against the version that it names',
      'organisation_id code case_id consent_id version digest listed_on made_at',
    ],
  ],
  signatures: [
    [
      'COMPARED',
      'the digest in the timeline',
      'id consent_id role user_id handover_id given captured_at received_at cancelled_at credentials signing_order',
    ],
    ['EXCUSED', 'first in every key: a signature elsewhere is missing here', 'organisation_id'],
  ],
  specialities: [['EXCUSED', 'a list to choose from', 'id name ended_at']],
  subject_pack_lines: [
    [
      'EXCUSED',
      'the security log names who decided about how many lines',
      'organisation_id id pack_id kind of_table row_key of_column consent_id words sha256 decision reason decided_by decided_name decided_at',
    ],
  ],
  subject_pack_parts: [['EXCUSED', 'a part that was altered does not open', 'organisation_id pack_id number file bytes sha256']],
  subject_packs: [
    [
      'EXCUSED',
      'the security log names who asked for a pack, and who released it',
      'organisation_id id patient_id for_whom reason state asked_by asked_name asked_at drafted_at released_by released_name released_at made_at ends_at counts sealed_key',
    ],
  ],
  subscriptions: [['COMPARED', MARK, 'organisation_id id name specialities start_date end_date']],
  templates: [
    [
      'COMPARED',
      MARK,
      'organisation_id id version is_current name form_type speciality nodes created_at author_id author_name deleted_at deleted_by translations choices',
    ],
  ],
  throttles: [['EXCUSED', EPHEMERAL, 'name hits resets_at']],
  tickets: [
    ['COMPARED', MARK, 'token_hash organisation_id handover_id latest_end'],
    ['EXCUSED', 'moved with each use, up to the latest end', 'ends_at'],
  ],
  team_mailboxes: [
    ['EXCUSED', 'mails to it name nobody, and whoever follows them signs in', 'organisation_id speciality_id name email'],
  ],
  timeline: [
    ['CHAIN', 'each event', 'case_id seq id at device_at type actor version_id detail prev_hash hash'],
    ['EXCUSED', 'outside of the hash, in a table that only grows', 'organisation_id user_id device_id address'],
  ],
  used_nonces: [['EXCUSED', EPHEMERAL, 'organisation_id hash ends_at']],
  user_subscriptions: [['COMPARED', MARK, 'organisation_id user_id subscription_id']],
  users: [
    [
      'COMPARED',
      MARK,
      'organisation_id id email password_hash first_name last_name phone_number grade speciality_id consultant_code account_type requested_role role_id status expiry_date two_factor_enabled policy_version created_at tablet_pin_hash tablet_pin_failures',
    ],
    ['EXCUSED', 'when somebody was last seen, and the text of searches', 'updated_at last_sign_in_at search'],
    ['EXCUSED', 'wishes for mails that name nobody; the needs on Home are the same', 'messages_off cover'],
  ],
};
