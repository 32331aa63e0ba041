import type { TableName } from '#domain/integrity/data-catalogue.ts';
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
  NOTE: { title: 'Words that somebody else wrote', question: 'Would it harm somebody, or tell of somebody else?' },
};

/** The tables of a pack in the words of whoever reads it. */
const TABLE_WORDS: { readonly [T in TableName]?: string } = {
  access_log: 'Who has opened your record, by role',
  archivals: 'Time stamps that keep your sealed documents verifiable',
  case_ends: 'Operations that were recorded as done, or do not go ahead',
  cases: 'Your consents, each with all its versions',
  consents: 'The versions of your forms',
  documents: 'Your sealed documents',
  drawn_files: 'Files that were drawn of your forms without a seal',
  handovers: 'When a tablet or a link was given to sign on',
  legal_holds: 'Legal holds on your record',
  links: 'Links that were sent to sign by',
  mails: 'Mails about your forms',
  notifications: 'News of your forms, and to whom it went, by role',
  own_words: 'Words that were added to your forms',
  patient_changes: 'Changes of your details',
  patients: 'Your details',
  questions: 'Questions about your forms, and the answers',
  recipients: 'Those who sign your forms',
  referral_attachments: 'Files of referrals',
  referral_messages: 'What was written about referrals',
  referrals: 'Referrals',
  retention_proposals: 'Whether your record was due to be deleted',
  security_log: 'When your record was taken out of the system',
  sheet_codes: 'Paper lists for surgery that named you',
  signatures: 'Signatures, and answers that were given with them',
  subject_packs: 'Copies of your data that were asked for, as this one',
  timeline: 'What happened with your forms, and when',
};

/** A table of a pack in plain words. */
export function packTableWords(table: TableName): string {
  return TABLE_WORDS[table] ?? table;
}
