import { contactWords } from '#domain/organisation/contact-words.ts';
import { ARABIC_CONTACT } from '#domain/organisation/contact-verbs.ts';

/** The way to reach a hospital, in Arabic. */
export function arabicContact(support: string): string {
  return contactWords(support, ARABIC_CONTACT);
}
