import { DAY, MB } from '#domain/base/limits.ts';

/** How long the parts of a pack lie ready, ms [choice]. */
export const PACK_TIME = 30 * DAY;
/** The most bytes of one part [choice]: older systems read files of this size, and a slow line can carry it. */
export const PACK_PART_MOST = 200 * MB;
/** Characters of why a pack is made, and of why a line is kept or withheld [choice]. */
export const PACK_REASON_MOST = 500;
/** Lines that one decision may be about [choice]. */
export const PACK_LINES_AT_ONCE = 100;

/** DRAFT waits for people; RELEASED is being made; READY lies there to be downloaded; of an ENDED one nothing opens the parts. */
export const PACK_STATES = ['PREPARING', 'DRAFT', 'RELEASED', 'READY', 'ENDED'] as const;
export type PackState = (typeof PACK_STATES)[number];

/** Whom a pack is for: whoever decides for a patient gets no more than the patient would, and less of what a young person keeps from parents. */
export const PACK_FOR = ['PATIENT', 'PARENT', 'REPRESENTATIVE'] as const;
export type PackFor = (typeof PACK_FOR)[number];
/** `isAboutReader`: the one who reads it is the patient, from whom nothing is kept that they do not want parents to know. */
export const PACK_FOR_RULES: Readonly<Record<PackFor, { readonly isAboutReader: boolean }>> = {
  PATIENT: { isAboutReader: true },
  PARENT: { isAboutReader: false },
  REPRESENTATIVE: { isAboutReader: false },
};

/**
 * The kinds of lines that are about others than the reader, the patient among them where somebody else reads the pack. NOTE: words that
 * somebody else wrote; CONTACT: how somebody else is reached; PEOPLE: others whom a
 * form names, with the sealed files that print them; YOUNG: a version of which a young person did not want parents to know.
 */
export const PACK_LINE_KINDS = ['YOUNG', 'PEOPLE', 'CONTACT', 'NOTE'] as const;
export type PackLineKind = (typeof PACK_LINE_KINDS)[number];

export const PACK_DECISIONS = ['KEEP', 'WITHHOLD'] as const;
export type PackDecision = (typeof PACK_DECISIONS)[number];
