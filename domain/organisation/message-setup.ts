import * as v from 'valibot';
import type { PrivacyNotice } from './privacy-notice.ts';

/** The parts that must be there before a message goes to a patient: a number to ring, and the notice of what is done with their data. */
const SETUP_PARTS = ['PHONE', 'NOTICE'] as const;
type SetupPart = (typeof SETUP_PARTS)[number];

/** The missing parts; `hadSent`: links went out before this rule was there, so that it only warns. */
export const MessageSetup = v.object({ missing: v.array(v.picklist(SETUP_PARTS)), hadSent: v.boolean() });
export type MessageSetup = v.InferOutput<typeof MessageSetup>;

type Details = PrivacyNotice & { readonly patientPhone: string | null; readonly supportPhone: string | null };

/** The number that patients ring; null without one. */
export function phoneForPatients({ patientPhone, supportPhone }: Pick<Details, 'patientPhone' | 'supportPhone'>): string | null {
  return patientPhone ?? supportPhone;
}

/** The parts that an organisation still lacks before messages may go to patients. */
export function missingSetup(details: Details): SetupPart[] {
  const hasNotice = details.privacyText !== null || details.privacyUrl !== null;
  const has: Readonly<Record<SetupPart, boolean>> = { PHONE: phoneForPatients(details) !== null, NOTICE: hasNotice };
  return SETUP_PARTS.filter((part) => !has[part]);
}

/** Whether messages may go to patients. The one rule that every sending asks, and each page before one tries. */
export function mayMessagePatients({ missing, hadSent }: MessageSetup): boolean {
  return missing.length === 0 || hadSent;
}

const PART_WORDS: Readonly<Record<SetupPart, string>> = { PHONE: 'the telephone number', NOTICE: 'the privacy notice' };

/** `the telephone number and the privacy notice`: what is missing, in words. */
export function setupWords(missing: readonly SetupPart[]): string {
  return missing.map((part) => PART_WORDS[part]).join(' and ');
}
