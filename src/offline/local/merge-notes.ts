import type { Input } from '#contract/calls.ts';
import { queueNote } from '#store/outbox/note-op.ts';
import { countMergeNotes, readMergeNotes, type MergeNote } from '#store/entities/merge-notes.ts';
import { liveQuery } from 'dexie';
import type { LocalContext } from './context.ts';

/** Notes of merged and chosen changes on this device. */
export function localMergeNotes({ store, wake }: LocalContext) {
  return {
    /** Queues for the server how a conflict ended that a person settled in a form. */
    report: async (note: Input<'patientConflict'>): Promise<void> => {
      await queueNote(store, 'patientConflict', note);
      wake('enqueued');
    },
    /** Reports the notes of these patients or forms, the newest first, now and after each change. @returns how to stop */
    watch: (ids: readonly string[], onChange: (notes: MergeNote[]) => void): (() => void) => {
      const read = async () => {
        const notes = await Promise.all(ids.map((id) => readMergeNotes(store, id)));
        onChange(notes.flat().toSorted((one, other) => other.at.localeCompare(one.at)));
      };
      // Unreadable notes are left out: the screen works without them.
      const none = () => onChange([]);
      const counts = liveQuery(() => Promise.all(ids.map((id) => countMergeNotes(store, id))));
      const subscription = counts.subscribe({ next: () => void read().catch(none), error: none });
      return () => subscription.unsubscribe();
    },
  };
}
