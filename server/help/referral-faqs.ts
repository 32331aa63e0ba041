import { numberWord } from '#domain/base/duration-words.ts';
import { ATTACHMENTS_MOST } from '#domain/referrals/referral.ts';
import { FILE_MOST } from '#domain/documents/file-limits.ts';
import { MB } from '#domain/base/limits.ts';
import { group, type Faq } from './faq-group.ts';

/** Questions on referrals, of both sides. */
export const REFERRAL_FAQS: readonly Faq[] = group('Referrals', [
  [
    'referral-new',
    'How do I refer a patient?',
    'Under Referrals choose “New referral”, find the patient or add them, name a person or a speciality, and write your question. Sending needs the network; “Save as a draft” keeps it until later.',
  ],
  [
    'referral-answer',
    'Somebody asked me about my referral.',
    'Open it under Referrals, where it says “Question asked”. Your answer sends it back to them. You get an email for each answer; it names no patient.',
  ],
  [
    'referral-sees',
    'Why do I no longer see a patient whom I referred?',
    'Once a referral is rejected or closed, its referrer reads the referral alone, with the patient’s name as it was then. Nothing later about patient or consent is shown to them.',
  ],
  [
    'referral-accept',
    'What happens when I accept a referral?',
    'The case becomes yours, and the first consent form can be written. The referrer follows the case until one of you closes the referral; closing does not end a case that was accepted.',
  ],
  [
    'referral-files',
    'Which files can be attached?',
    `Up to ${numberWord(ATTACHMENTS_MOST)} for each referral: PDF, JPEG or PNG, ${FILE_MOST / MB} MB each. They are downloaded and never shown in the page. Both sides may attach files until the referral ends.`,
  ],
  [
    'referral-merged',
    'The referred patient’s record was merged.',
    'The referral goes on and says so. The first form is written for the record that stays, and the case goes with it.',
  ],
]);
