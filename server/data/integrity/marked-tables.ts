/**
 * A table whose rows carry marks: digests under the key that is never in the database.
 *
 * `keys`: the columns of its primary key; `organisation`: the column that says whose a row is; `columns`: those that a mark covers, in
 * the order in which they are digested; `isFiled`: the marks go into the file of heads as well, so that an old row together with its old
 * mark is missed; `edition`: raised by each migration that changes covered columns of its rows, 1 without any.
 */
export type MarkedTable = {
  readonly keys: string;
  readonly columns: string;
  readonly organisation?: string;
  readonly isFiled?: true;
  readonly edition?: number;
};

const OWN_ID = 'organisation_id id';

/**
 * The marked tables: those of rows that govern, as accounts, roles, plans, sessions, mailed codes and the library do, and of clinical rows what no chain and no
 * pinned form holds. What changes with every call (when somebody was last seen, counters of edits) is left out. A migration that goes with
 * a change here ends with `createRowMarks`; the next start marks the rows of these tables anew.
 */
export const MARKED_TABLES: Readonly<Record<string, MarkedTable>> = {
  cases: {
    keys: OWN_ID,
    columns:
      'clinician_id current_consent_id listed_by operator_since former_operators referred_by referred_to referred_speciality_id without_reason_by ended number',
  },
  case_ends: {
    keys: OWN_ID,
    columns:
      'case_id kind ended_on at captured_at by_id by_name source consent_id without_reason close_reason note undone_at undone_by undone_reason taken_back_at settled_at settled_by settled_outcome',
  },
  consents: {
    keys: OWN_ID,
    columns:
      'version_number previous_id content old_procedures verify_code patient_comments interpreter_comments parent_comments clinician_id disagreement child_said_no letterhead paper_reported_at signed_by_link',
  },
  devices: { keys: OWN_ID, columns: 'name first_used_at revoked_at secret_sha256 label', isFiled: true },
  handovers: {
    keys: OWN_ID,
    columns: 'consent_id role session_id user_id started_at ended_at is_queued signing_order link_id',
  },
  legal_holds: {
    keys: OWN_ID,
    columns:
      'patient_id reason placed_at placed_by placed_name lift_asked_by lift_asked_name lift_asked_at lift_asked_reason lifted_at lifted_by lifted_name lifted_reason',
    isFiled: true,
  },
  link_tokens: { keys: 'token_hash', columns: 'organisation_id link_id created_at' },
  links: {
    keys: OWN_ID,
    columns:
      'consent_id role signing_order channel address sent_by tries reminders reminded_at created_at ends_at opened_at verified_at locked_at ended_at ended_by',
  },
  message_settings: { keys: 'organisation_id', columns: 'id settings', isFiled: true },
  one_time_codes: { keys: 'id', columns: 'user_id purpose code_hash created_at ends_at used_at' },
  organisation_logos: { keys: 'id', columns: 'organisation_id png created_at', isFiled: true },
  organisations: {
    keys: 'id',
    organisation: 'id',
    columns:
      'name created_at address support_email support_phone logo_id ended_at patient_phone privacy_text privacy_url accessibility_email safety_contacts had_sent',
    isFiled: true,
  },
  own_words: { keys: OWN_ID, columns: 'consent_id signing_order user_id kind text at' },
  patients: { keys: OWN_ID, columns: 'number status_before' },
  personal_procedures: { keys: 'organisation_id user_id procedure_id', columns: 'base_version sections former' },
  procedure_events: {
    keys: 'organisation_id procedure_id id',
    columns: 'at user_id user_name type version fields from_status to_status note',
    isFiled: true,
  },
  procedures: {
    keys: 'organisation_id id version',
    columns: 'is_current status name acronym fields clinically_reviewed created_at editors published_at superseded_at',
    isFiled: true,
  },
  questions: { keys: OWN_ID, columns: 'asked_by asked_at answered_by answered_at role signing_order' },
  recipients: {
    keys: 'organisation_id consent_id signing_order',
    columns: 'role email method identity required attests party',
  },
  referral_attachments: { keys: OWN_ID, columns: 'case_id name type size sha256 bytes at user_id user_name' },
  referral_messages: { keys: 'organisation_id case_id seq', columns: 'at user_id user_name move text' },
  referrals: { keys: 'organisation_id case_id', columns: 'question procedures answer submitted_at ended' },
  retention_proposals: {
    keys: 'organisation_id patient_id',
    columns:
      'why last_activity_at due_on proposed_at state confirmed_by confirmed_name confirmed_at approved_by approved_name approved_at kept_by kept_name kept_at kept_reason',
    isFiled: true,
  },
  retention_rules: {
    keys: 'organisation_id',
    columns: 'is_on adult_years death_years child_age updated_at updated_by asked',
    isFiled: true,
  },
  roles: {
    keys: OWN_ID,
    columns: 'key name account_type permissions created_at updated_at is_seeded',
    isFiled: true,
    edition: 2,
  },
  safety_reports: {
    keys: OWN_ID,
    columns:
      'number at received_at by_id by_name kind harm words context case_id state hazard answer settled_at settled_by settled_name told_again_at',
    isFiled: true,
  },
  seal_leaves: {
    keys: 'sha256',
    columns: 'der subject not_before not_after self_made facts first_used_at',
    isFiled: true,
  },
  session_tokens: { keys: 'token_hash', columns: 'session_id created_at' },
  sessions: {
    keys: 'id',
    columns: 'organisation_id user_id signed_in_at ends_at ended_at unlock_failures device_id address agent',
  },
  subscriptions: { keys: OWN_ID, columns: 'name specialities start_date end_date', isFiled: true },
  templates: {
    keys: 'organisation_id id version',
    columns:
      'is_current name form_type speciality nodes created_at author_id author_name deleted_at deleted_by translations choices',
    isFiled: true,
  },
  tickets: { keys: 'token_hash', columns: 'organisation_id handover_id latest_end' },
  user_subscriptions: { keys: 'organisation_id user_id subscription_id', columns: '', isFiled: true },
  users: {
    keys: OWN_ID,
    columns:
      'email password_hash first_name last_name phone_number grade speciality_id consultant_code account_type requested_role role_id status expiry_date two_factor_enabled policy_version created_at tablet_pin_hash tablet_pin_failures',
    isFiled: true,
  },
};

/** Of a row whose table names no organisation. */
export const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000';

/** The cover of the marks of a table: with another one its rows are marked anew. */
export function coverOf({ columns, edition = 1 }: MarkedTable): string {
  return `${edition} ${columns}`;
}
