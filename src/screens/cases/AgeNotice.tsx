import { ageFactsOf, ageLight } from '#domain/theatre/age-on-day.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useToday } from '#src/queries/use-today.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { LIGHT_WORDS } from '#src/ui/clinical/light-words.ts';

/** The birth date of the record in use, and the day of the operation: plain dates, the second null where the case is on no list. */
export type AgeOnDay = { readonly dateOfBirth: string; readonly listedOn: string | null };

type Props = AgeOnDay & { readonly consent: Pick<ConsentView, 'formType' | 'basis' | 'shownPatient' | 'signedAt'> };

/** Says that the patient’s age on the day of the operation changes what a consent is worth, or leaves it as it is. */
export function AgeNotice({ consent, dateOfBirth, listedOn }: Props) {
  const { timeZone } = useProduct();
  const today = useToday();
  const age = ageLight(ageFactsOf(consent, { dateOfBirth, listedOn, today, timeZone }));
  return age === null ? null : <Notice tone={LIGHT_WORDS[age.light].tone} title={age.reason} />;
}
