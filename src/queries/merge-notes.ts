import type { Input } from '#contract/calls.ts';
import { useOfflineSession, whenOfflineReady } from '#src/offline/session.ts';
import { api } from '#src/session/api.ts';
import type { MergeNote } from '#store/entities/merge-notes.ts';
import { useEffect, useState } from 'react';

/** A merge of two people's changes, as stored on this device. */
export type { MergeNote } from '#store/entities/merge-notes.ts';

/**
 * Tells the server of the values that were not kept, through the outbox; in a browser without a vault at once. The details themselves are
 * saved by then, so a note that cannot be stored stops nobody.
 */
export async function reportConflict(note: Input<'patientConflict'>): Promise<void> {
  const offline = await whenOfflineReady();
  const told = offline === null ? api('patientConflict', note) : offline.local.mergeNotes.report(note);
  await Promise.resolve<unknown>(told).catch(() => undefined);
}

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
