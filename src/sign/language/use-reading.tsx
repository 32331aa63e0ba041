import type { TicketDetails } from '#contract/signing.ts';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { PLAIN, ReadingLanguage, ReadingParts, type Reading } from './reading-language.ts';

/** The languages that are offered beside English, and for whom: nothing of the patient is known before a signer has shown who they are. */
export type Offer = Pick<TicketDetails, 'languages'> & { readonly patient?: TicketDetails['patient']; readonly role?: string };

/**
 * The language of a visit's pages; null while its texts are on their way. Everything about languages is fetched by need: pages in English
 * alone do without.
 *
 * @param visitId - names the visit, which no choice outlives
 */
export function useReading(offer: Offer | null, visitId: string): Reading | null {
  const [reading, setReading] = useState<Reading | null>(null);
  const languages = offer?.languages?.join();
  const { language } = offer?.patient?.communication ?? {};
  const role = offer?.role;
  useEffect(() => {
    if (languages === undefined) return;
    import('./offer-languages.tsx').then(
      ({ offerLanguages }) => offerLanguages({ languages, language, role, visitId }, setReading),
      () => setReading(PLAIN),
    );
  }, [languages, language, role, visitId]);
  return languages === undefined ? PLAIN : reading;
}

/** Pages in the language that is read, also to the browser; in English for staff. */
export function WithReading({ reading, children }: { readonly reading: Reading | null; readonly children: ReactNode }) {
  const shown = reading ?? PLAIN;
  // Before any other effect: a voice to read aloud is chosen by it.
  useLayoutEffect(() => {
    const { documentElement: html } = document;
    html.lang = shown.language === 'en' ? 'en-GB' : shown.language;
    html.dir = shown.language === 'ar' ? 'rtl' : 'ltr';
  }, [shown]);
  return (
    <ReadingLanguage value={shown.language}>
      <ReadingParts value={shown}>{children}</ReadingParts>
    </ReadingLanguage>
  );
}
