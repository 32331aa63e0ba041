import { contactWords } from '#domain/organisation/contact-words.ts';
import { WELSH_CONTACT } from '#domain/organisation/contact-verbs.ts';

/** The way to reach a hospital, in Welsh. */
export function welshContact(support: string): string {
  return contactWords(support, WELSH_CONTACT);
}
