import type { PackTable } from '#domain/integrity/data-catalogue.ts';
import type { StateWords } from '#domain/cases/state-words.ts';
import type { PackFor, PackLineKind, PackState } from './pack.ts';

export const PACK_STATE_WORDS: Readonly<Record<PackState, StateWords>> = {
  PREPARING: { tone: 'info', words: 'Being gathered' },
  DRAFT: { tone: 'warn', words: 'To be reviewed' },
  RELEASED: { tone: 'info', words: 'Being made' },
  READY: { tone: 'ok', words: 'Ready' },
  ENDED: { tone: 'plain', words: 'Ended' },
};

export const PACK_FOR_WORDS: Readonly<Record<PackFor, string>> = {
  PATIENT: 'The patient',
  PARENT: 'A parent of the patient',
  REPRESENTATIVE: 'Somebody who acts for the patient',
};

/** A kind of line, and the question that a person answers about it. */
export const PACK_LINE_WORDS: Readonly<Record<PackLineKind, { title: string; question: string }>> = {
  YOUNG: {
    title: 'Kept from parents',
    question: 'The young person did not want parents to know of this form. Withheld, nothing of the form is in the pack.',
  },
  PEOPLE: {
    title: 'Other people on a form',
    question:
      'The form names other people. Withheld, they are left out, and so are the sealed files of this form, which print them.',
  },
  CONTACT: { title: 'How somebody else is reached', question: 'Is it right that this person reads it?' },
  NOTE: {
    title: 'Words that somebody else than the reader wrote',
    question:
      'Would it harm somebody, or tell of somebody else? If words of a form are withheld, the sealed files of this form are left out too, which print them.',
  },
};

/** The tables of a pack in words that are right for whoever reads it: staff who review it, the patient, or somebody who acts for them. */
export const PACK_TABLE_WORDS: Readonly<Record<PackTable, string>> = {
  access_log: 'Who has opened the record, by role',
  archivals: 'Time stamps that keep sealed documents verifiable',
  case_ends: 'Operations that were recorded as done, or do not go ahead',
  cases: 'Consents, each with all its versions',
  consents: 'Versions of forms',
  contact_wishes: 'How other people on forms want to be written to',
  deliveries: 'Messages that were sent about forms',
  documents: 'Sealed documents',
  drawn_files: 'Files that were drawn of forms without a seal',
  handovers: 'When a tablet or a link was given to sign on',
  legal_holds: 'Legal holds on the record',
  links: 'Links that were sent to sign by',
  mails: 'Mails about forms',
  notifications: 'News of forms, and to whom it went, by role',
  own_words: 'Words that were added to forms',
  patient_changes: 'Changes of the patient’s details',
  patients: 'The patient’s details',
  questions: 'Questions about forms, and the answers',
  recipients: 'Those who sign forms',
  referral_attachments: 'Files of referrals',
  referral_messages: 'Messages about referrals',
  referrals: 'Referrals',
  retention_proposals: 'Whether the record was due to be deleted',
  security_log: 'When data of the record were taken out of the system',
  sheet_codes: 'Paper lists for surgery that named the patient',
  signatures: 'Signatures, and answers that were given with them',
  subject_packs: 'Copies of the stored data that were asked for, as this one',
  timeline: 'What happened with forms, and when',
};
