import { longTime } from '#domain/values/plain-date.ts';
import { useMergeNotes } from '#src/queries/merge-notes.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Timeline } from '#src/ui/clinical/Timeline.tsx';
import { useMemo } from 'react';
import { noteWords } from './note-words.ts';

/** The merge notes of two people's changes on this tablet, with the values that were dropped; nothing where there is none. */
export function NotesPanel({ ids }: { readonly ids: readonly string[] }) {
  const { timeZone } = useProduct();
  const all = ids.join(' ');
  const notes = useMergeNotes(useMemo(() => all.split(' '), [all]));
  if (notes.length === 0) return null;
  const items = notes.map((note) => {
    const { title, lines } = noteWords(note);
    const detail = lines.map((line) => <p key={line}>{line}</p>);
    return { id: `${note.at} ${lines.join(' ')}`, title, when: longTime(note.at, timeZone), detail };
  });
  return (
    <Panel title="Notes of this tablet">
      <Timeline label="What was merged or chosen here, newest first" items={items} />
    </Panel>
  );
}
