import type { TicketDetails } from '#contract/signing.ts';
import { useEffect, useState } from 'react';
import { PLAIN, type Reading } from '#src/sign/texts/reading-language.ts';

/** The languages that are offered beside English, and for whom: nothing of the patient is known before a signer has shown who they are. */
export type Offer = Pick<TicketDetails, 'languages'> & {
  readonly patient?: TicketDetails['patient'];
  readonly role?: TicketDetails['role'];
};

/**
 * The language of a visit's pages; null while its texts are on their way. Everything about languages is fetched by need: pages in English
 * alone do without.
 *
 * @param visitId - names the visit, which no choice outlives
 */
export function useReading(offer: Offer | null, visitId: string): Reading | null {
  const [reading, setReading] = useState<Reading | null>(null);
  const { languages, patient, role } = offer ?? {};
  const request = languages && JSON.stringify([visitId, languages, patient?.communication.language, role]);
  useEffect(() => {
    if (request !== undefined)
      import('./offer-languages.tsx').then(
        ({ offerLanguages }) => offerLanguages(request, setReading),
        () => setReading(PLAIN),
      );
  }, [request]);
  return request === undefined ? PLAIN : reading;
}
