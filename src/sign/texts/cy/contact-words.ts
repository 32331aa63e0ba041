import { contactWords } from '#domain/organisation/contact-words.ts';

/** The way to reach a hospital, in Welsh. */
export function welshContact(support: string): string {
  return contactWords(support, {
    ring: (number) => `ffoniwch ${number}`,
    write: (address) => `ysgrifennwch at ${address}`,
    either: (one, other) => `${one} neu ${other}`,
  });
}
