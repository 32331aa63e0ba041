import { useOfflineSession } from '#src/offline/session.ts';
import type { MergeNote } from '#store/entities/merge-notes.ts';
import { useEffect, useState } from 'react';

/** A merge of two people's changes, as stored on this device. */
export type { MergeNote } from '#store/entities/merge-notes.ts';

/**
 * Merge notes of these patients or forms, the newest first; kept up to date while a screen shows them.
 *
 * @param ids - a stable array: the same one for the same entities
 */
export function useMergeNotes(ids: readonly string[]): readonly MergeNote[] {
  const offline = useOfflineSession();
  const [notes, setNotes] = useState<readonly MergeNote[]>([]);
  useEffect(() => {
    const stop = offline?.local.mergeNotes.watch(ids, setNotes);
    return () => {
      stop?.();
      setNotes([]);
    };
  }, [offline, ids]);
  return notes;
}
