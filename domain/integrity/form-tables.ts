import type { CataloguedTable } from './catalogued-table.ts';

const OF_RECORD = { subject: 'PATIENT', retention: 'RECORD' } as const;
const BY_CONSENT = { ...OF_RECORD, path: ['consent_id', 'consents'] } as const;
const BY_DOCUMENT = { ...OF_RECORD, path: ['document_id', 'documents'] } as const;
const BY_LINK = { ...OF_RECORD, path: ['link_id', 'links'] } as const;

/** The tables whose rows belong to one version of a form: by it, by one of its documents, or by one of its links. */
export const FORM_TABLES = {
  archivals: {
    ...BY_DOCUMENT,
    columns: {
      key: 'document_id revision',
      data: 'sha256 size stamped_at',
      file: 'bytes',
      internal: 'organisation_id tsa_leaf tsa_ends_at',
    },
  },
  document_links: {
    ...BY_DOCUMENT,
    days: 1,
    notInPack: 'addresses at which staff fetched a document, for minutes',
    columns: { key: 'document_id', data: 'ends_at revision', internal: 'organisation_id', secret: 'token_hash' },
  },
  documents: {
    ...BY_CONSENT,
    columns: {
      key: 'id consent_id event_id',
      data: 'kind sha256 level made_at',
      file: 'bytes',
      internal: 'organisation_id archive_due_at',
    },
  },
  drawn_files: {
    ...BY_CONSENT,
    columns: { key: 'consent_id', data: 'kind sha256 made_at', internal: 'organisation_id' },
  },
  handovers: {
    ...BY_CONSENT,
    columns: {
      key: 'id consent_id link_id',
      data: 'role signing_order started_at ended_at is_queued',
      actor: 'user_id',
      internal: 'organisation_id session_id',
    },
  },
  link_tokens: {
    ...BY_LINK,
    notInPack: 'secrets of links',
    columns: { key: 'link_id', data: 'created_at', internal: 'organisation_id', secret: 'token_hash' },
  },
  links: {
    ...BY_CONSENT,
    columns: {
      key: 'id consent_id',
      data: 'role signing_order channel way purpose tries reminders reminded_at created_at ends_at opened_at verified_at locked_at ended_at ended_by',
      contact: 'address',
      actor: 'sent_by',
      internal: 'organisation_id contact_macs',
    },
  },
  mails: {
    ...BY_LINK,
    days: 90,
    columns: {
      key: 'id link_id',
      data: 'kind news subject state error created_at sent_at',
      contact: 'address name',
      staff: 'user_id',
      internal: 'organisation_id',
      secret: 'body',
    },
  },
  own_words: {
    ...BY_CONSENT,
    columns: { key: 'id consent_id', data: 'signing_order kind at', note: 'text', actor: 'user_id', internal: 'organisation_id' },
  },
  questions: {
    ...BY_CONSENT,
    columns: {
      key: 'id consent_id',
      data: 'asked_by role signing_order asked_at answered_at',
      note: 'text answer',
      staff: 'answered_by',
      internal: 'organisation_id',
    },
  },
  recipients: {
    ...BY_CONSENT,
    columns: {
      key: 'consent_id',
      data: 'role signing_order state method signed_at identity required attests party',
      person: 'name',
      contact: 'email',
      internal: 'organisation_id',
    },
  },
  signatures: {
    ...BY_CONSENT,
    columns: {
      key: 'id consent_id handover_id',
      data: 'role signing_order captured_at received_at cancelled_at',
      person: 'given',
      actor: 'user_id',
      staff: 'credentials',
      internal: 'organisation_id',
    },
  },
} as const satisfies Record<string, CataloguedTable>;
