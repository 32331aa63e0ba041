import { contactWords } from '#domain/organisation/contact-words.ts';
import { apart } from '#domain/meanings/apart.ts';

/** The way to reach a hospital, in Arabic. */
export function arabicContact(support: string): string {
  return contactWords(support, {
    ring: (number) => `اتصل بـ ${apart(number)}`,
    write: (address) => `اكتب إلى ${apart(address)}`,
    either: (one, other) => `${one} أو ${other}`,
  });
}
