import { CONTACT_SEPARATOR } from './contact-separator.ts';

/** How one language tells somebody to ring a number or to write to an address. */
export type ContactVerbs = {
  readonly ring: (number: string) => string;
  readonly write: (address: string) => string;
  readonly either: (one: string, other: string) => string;
};

const ENGLISH: ContactVerbs = {
  ring: (number) => `ring ${number}`,
  write: (address) => `write to ${address}`,
  either: (one, other) => `${one} or ${other}`,
};

/**
 * The way to reach a hospital, as the end of a sentence: nobody rings an address. The only home of these words, for all languages.
 *
 * @param support - a telephone number, an e-mail address, or both with {@link CONTACT_SEPARATOR} between them, as the server tells it
 */
export function contactWords(support: string, { ring, write, either }: ContactVerbs = ENGLISH): string {
  const ways = support.split(CONTACT_SEPARATOR).map((each) => (each.includes('@') ? write(each) : ring(each)));
  return ways.reduce((one, other) => either(one, other));
}
