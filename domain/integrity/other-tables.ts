import type { CataloguedTable } from './catalogued-table.ts';

const ABOUT_STAFF = 'about a member of staff';
const ABOUT_NOBODY = 'about nobody';
const OF_STAFF = { subject: 'STAFF', retention: 'ORGANISATION', notInPack: ABOUT_STAFF } as const;
const OF_NOBODY = { subject: 'NONE', retention: 'ORGANISATION', notInPack: ABOUT_NOBODY } as const;

/** The tables whose rows are about staff, or about nobody. */
export const OTHER_TABLES = {
  callback_keys: { ...OF_NOBODY, retention: 'BRIEFLY', days: 30, columns: { internal: 'hash at' } },
  chain_heads: {
    ...OF_NOBODY,
    retention: 'RECORD',
    columns: { internal: 'organisation_id chain id length head at recorded', secret: 'mac' },
  },
  counters: { ...OF_NOBODY, columns: { internal: 'organisation_id name value' } },
  deleted_entities: { ...OF_NOBODY, retention: 'ALWAYS', columns: { internal: 'organisation_id entity id version at' } },
  deletion_certificates: {
    ...OF_NOBODY,
    retention: 'ALWAYS',
    notInPack: 'of records that are deleted: it names nobody',
    columns: { internal: 'organisation_id id at patients chains content sha256' },
  },
  device_shares: {
    ...OF_STAFF,
    notInExit: 'halves of the keys of tablets',
    columns: { staff: 'device_id user_id created_at', internal: 'organisation_id', secret: 'share' },
  },
  devices: {
    ...OF_STAFF,
    columns: {
      staff: 'first_used_at last_used_at last_user_id',
      internal: 'organisation_id id name label build search unsent revoked_at',
      secret: 'secret_sha256',
    },
  },
  document_digests: {
    ...OF_NOBODY,
    retention: 'ALWAYS',
    columns: { internal: 'sha256 organisation_id kind sealed_at gone_at' },
  },
  entity_ops: {
    ...OF_STAFF,
    retention: 'ALWAYS',
    notInPack: 'ids of calls, which tell nothing of a patient',
    columns: {
      staff: 'owner user_id device_id captured_at received_at clock_offset',
      internal: 'op_id organisation_id entity entity_id version',
    },
  },
  experience_counts: { ...OF_NOBODY, columns: { internal: 'organisation_id month procedure_id q1 q2 q3 n' } },
  experience_settings: {
    ...OF_NOBODY,
    columns: { internal: 'organisation_id settings licence_read_at version updated_at', staff: 'updated_by' },
  },
  grades: { ...OF_NOBODY, columns: { internal: 'id name ended_at' } },
  half_sign_ins: { ...OF_STAFF, retention: 'BRIEFLY', days: 1, columns: { staff: 'user_id at' } },
  import_files: {
    ...OF_STAFF,
    columns: { staff: 'user_id user_name at', internal: 'organisation_id id subject digest created' },
  },
  import_mappings: {
    ...OF_STAFF,
    columns: { staff: 'updated_at updated_by', internal: 'organisation_id subject headings_sha256 mapping' },
  },
  known_places: { ...OF_STAFF, columns: { staff: 'user_id seen_at', secret: 'place_hash' } },
  message_settings: {
    ...OF_NOBODY,
    columns: { internal: 'organisation_id id version paused updated_at updated_by', staff: 'settings', secret: 'secrets' },
  },
  message_usage: { ...OF_NOBODY, columns: { internal: 'organisation_id month channel amount mailed_share' } },
  one_time_codes: {
    ...OF_STAFF,
    retention: 'BRIEFLY',
    days: 7,
    columns: { staff: 'user_id purpose tries created_at ends_at used_at', internal: 'id', secret: 'code_hash' },
  },
  organisation_logos: { ...OF_NOBODY, columns: { internal: 'id organisation_id created_at', file: 'png' } },
  organisations: {
    ...OF_NOBODY,
    columns: {
      internal:
        'id name created_at version address support_email support_phone logo_id ended_at patient_phone privacy_text privacy_url accessibility_email had_sent',
      staff: 'safety_contacts',
    },
  },
  personal_procedures: {
    ...OF_STAFF,
    columns: { staff: 'user_id updated_at', internal: 'organisation_id procedure_id base_version sections revision former' },
  },
  procedure_events: {
    ...OF_STAFF,
    columns: {
      staff: 'user_id user_name at note',
      internal: 'organisation_id procedure_id id type version fields from_status to_status',
    },
  },
  procedures: {
    ...OF_NOBODY,
    columns: {
      internal:
        'organisation_id id version is_current status name acronym fields clinically_reviewed created_at revision published_at superseded_at',
      staff: 'editors',
    },
  },
  retention_rules: {
    ...OF_NOBODY,
    columns: {
      internal: 'organisation_id is_on adult_years death_years child_age version updated_at searched_on searched_to asked',
      staff: 'updated_by',
    },
  },
  roles: {
    ...OF_NOBODY,
    columns: { internal: 'organisation_id id key name account_type permissions is_seeded created_at updated_at' },
  },
  row_marks: {
    ...OF_NOBODY,
    retention: 'RECORD',
    notInExit: 'marks under the server’s key, which prove nothing elsewhere',
    columns: { internal: 'of_table key organisation_id count is_gone', secret: 'mac' },
  },
  safety_reports: {
    ...OF_STAFF,
    retention: 'ALWAYS',
    notInPack: 'about the product; whoever reports is asked to name nobody',
    columns: {
      staff: 'by_id by_name settled_by settled_name',
      internal:
        'organisation_id id number at received_at kind harm words context case_id state hazard answer settled_at told_again_at',
    },
  },
  seal_leaves: {
    ...OF_NOBODY,
    retention: 'ALWAYS',
    columns: { internal: 'sha256 subject not_before not_after self_made facts first_used_at last_used_at', file: 'der' },
  },
  second_factors: { ...OF_STAFF, columns: { staff: 'user_id last_step confirmed_at created_at', secret: 'secret' } },
  security_log: {
    subject: 'STAFF',
    retention: 'ALWAYS',
    // An entry about a record names it by its number.
    path: ['subject', 'patients'],
    columns: {
      key: 'id',
      data: 'at type subject detail',
      actor: 'actor_id',
      staff: 'actor address',
      internal: 'organisation_id seq prev_hash hash',
    },
  },
  session_tokens: {
    ...OF_STAFF,
    retention: 'BRIEFLY',
    days: 30,
    notInExit: 'tokens',
    columns: { staff: 'session_id created_at', secret: 'token_hash' },
  },
  sessions: {
    ...OF_STAFF,
    retention: 'BRIEFLY',
    days: 30,
    columns: {
      staff: 'id user_id signed_in_at ends_at ended_at unlock_failures device_id address agent',
      internal: 'organisation_id',
    },
  },
  settings: {
    ...OF_NOBODY,
    notInExit: 'facts about this server’s own keys, copies and checks',
    columns: { internal: 'name value' },
  },
  specialities: { ...OF_NOBODY, columns: { internal: 'id name ended_at' } },
  subscriptions: {
    ...OF_NOBODY,
    columns: { internal: 'organisation_id id name specialities start_date end_date' },
  },
  team_mailboxes: { ...OF_STAFF, columns: { staff: 'name email', internal: 'organisation_id speciality_id' } },
  templates: {
    ...OF_NOBODY,
    columns: {
      internal:
        'organisation_id id version is_current name form_type speciality nodes translations choices created_at deleted_at',
      staff: 'author_id author_name deleted_by',
    },
  },
  throttles: {
    ...OF_NOBODY,
    retention: 'BRIEFLY',
    days: 0,
    notInExit: 'how often somebody guessed, for hours',
    columns: { internal: 'name hits resets_at' },
  },
  used_nonces: {
    ...OF_NOBODY,
    retention: 'BRIEFLY',
    days: 0,
    notInExit: 'passes that were used, for hours',
    columns: { internal: 'organisation_id ends_at', secret: 'hash' },
  },
  user_subscriptions: { ...OF_STAFF, columns: { staff: 'user_id subscription_id', internal: 'organisation_id' } },
  users: {
    ...OF_STAFF,
    columns: {
      staff:
        'id email first_name last_name phone_number grade speciality_id consultant_code account_type requested_role role_id status expiry_date two_factor_enabled tablet_pin_failures policy_version last_sign_in_at created_at updated_at messages_off cover',
      internal: 'organisation_id search',
      secret: 'password_hash tablet_pin_hash',
    },
  },
} as const satisfies Record<string, CataloguedTable>;
