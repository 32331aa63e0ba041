import type { MessageChannel } from '#domain/values/message-channels.ts';
import type { Communication } from './patient.ts';

/** How a patient reads and hears: the parts of their communication that their form shows. */
export function readingNeedsOf({ language, interpreterNeeded, format }: Communication) {
  return { language, interpreterNeeded, format };
}

type Wishes = { readonly refused: readonly MessageChannel[]; readonly preferred: MessageChannel | null };

/** How a patient wants to be written to, and how not; a row of a build before says neither. */
export function contactWishes({ refused, preferred }: Partial<Pick<Communication, 'refused' | 'preferred'>>): Wishes {
  return { refused: refused ?? [], preferred: preferred ?? null };
}
