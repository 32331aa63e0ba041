import type { TimelineEvent } from '#domain/cases/timeline.ts';

/** Notes that the signers of one version may write once they have answered [choice]. */
export const NOTES_MOST = 10;

/** Words that a signer added after the answer: beside the form, which stays as it was signed. */
export type SignerNote = {
  readonly eventId: string;
  readonly name: string;
  readonly text: string;
  /** ISO */
  readonly at: string;
};

type NoteEvent = Pick<TimelineEvent, 'id' | 'type' | 'at' | 'versionId' | 'detail'> & {
  readonly actor: { readonly name: string };
};

/**
 * The notes about a version that nobody of staff has talked about yet, oldest first. Empty for a reader from whom what people wrote is
 * hidden.
 *
 * @param timeline - of its case, in order
 */
export function openNotes(timeline: readonly NoteEvent[], consentID: string): SignerNote[] {
  let open: SignerNote[] = [];
  for (const { id, type, at, versionId, actor, detail } of timeline) {
    if (versionId !== consentID) continue;
    if (type === 'NOTE_SETTLED') open = [];
    const text = detail['note'];
    if (type === 'NOTE_WRITTEN' && typeof text === 'string') open.push({ eventId: id, name: actor.name, text, at });
  }
  return open;
}
