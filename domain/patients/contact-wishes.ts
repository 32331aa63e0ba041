import type { MessageChannel } from '#domain/values/message-channels.ts';
import type { Communication } from './patient.ts';

/** How a patient reads and hears: the parts of their communication that their form shows. */
export function readingNeedsOf({ language, interpreterNeeded, format }: Communication) {
  return { language, interpreterNeeded, format };
}

/** How somebody wants to be written to, and how not; `preferred` null: as the hospital chooses. */
export type ContactWishes = { readonly refused: readonly MessageChannel[]; readonly preferred: MessageChannel | null };

/** How a patient wants to be written to, and how not; a row of a build before says neither. */
export function contactWishes({ refused, preferred }: Partial<ContactWishes>): ContactWishes {
  return { refused: refused ?? [], preferred: preferred ?? null };
}

/** The author of a change that a patient made on their own page, as the history of the record names them. */
export const BY_PATIENT = 'The patient, on their own page';

/** Whether a wish can be met: no message goes by a way that is refused. */
export function isWishPossible({
  refused,
  preferred = null,
}: {
  refused: readonly MessageChannel[];
  preferred?: MessageChannel | null | undefined;
}): boolean {
  return preferred === null || !refused.includes(preferred);
}
