import { useHeld, type Held } from '#src/held/held.ts';
import type { Note } from '#store/notes.ts';
import { useEffect, useState } from 'react';

/** What became of two people's changes, as the tablet noted it. */
export type TabletNote = Note;

// Nothing here loads the store's code with the screen: whoever has a vault has it loaded by then.

/**
 * What was merged or chosen on this tablet for these patients or forms, the newest first; kept true while a screen shows it.
 *
 * @param ids - the same array for the same things
 */
export function useNotes(ids: readonly string[]): readonly TabletNote[] {
  const held = useHeld();
  const [notes, setNotes] = useState<readonly Note[]>([]);
  useEffect(() => {
    if (held === null) return undefined;
    let stop = () => {};
    let isOver = false;
    const watch = async () => {
      const ending = await watchNotes(held, ids, (found) => !isOver && setNotes(found));
      if (isOver) ending();
      else stop = ending;
    };
    void watch();
    return () => {
      isOver = true;
      stop();
      setNotes([]);
    };
  }, [held, ids]);
  return notes;
}

async function watchNotes({ store }: Held, ids: readonly string[], tell: (notes: Note[]) => void): Promise<() => void> {
  const [{ liveQuery }, { notesOf, notesCount }] = await Promise.all([import('dexie'), import('#store/notes.ts')]);
  const read = async () => {
    const found = await Promise.all(ids.map((id) => notesOf(store, id)));
    tell(found.flat().toSorted((one, other) => other.at.localeCompare(one.at)));
  };
  // Without the store nobody can tell of them, and the screen stands without.
  const none = () => tell([]);
  const looking = liveQuery(() => Promise.all(ids.map((id) => notesCount(store, id))));
  const watching = looking.subscribe({ next: () => void read().catch(none), error: none });
  return () => watching.unsubscribe();
}
