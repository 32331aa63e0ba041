import { apart } from '#domain/values/apart.ts';
import type { ContactVerbs } from './contact-words.ts';

/** The way to reach a hospital, in Welsh. */
export const WELSH_CONTACT: ContactVerbs = {
  ring: (number) => `ffoniwch ${number}`,
  write: (address) => `ysgrifennwch at ${address}`,
  either: (one, other) => `${one} neu ${other}`,
};

/** The same in Arabic. */
export const ARABIC_CONTACT: ContactVerbs = {
  ring: (number) => `اتصل بـ ${apart(number)}`,
  write: (address) => `اكتب إلى ${apart(address)}`,
  either: (one, other) => `${one} أو ${other}`,
};
