import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';
import { needsFonts, noteNow, type NotedText } from './print-note.ts';

/** The note about letters that no font of the documents has, in values as they are entered; null while there are none. */
export function usePrintNote(shown: unknown): string | null {
  const text = JSON.stringify(shown) ?? '';
  const [noted, setNoted] = useState<NotedText>({ text: '', note: null });
  useEffect(() => {
    if (!needsFonts(text)) return undefined;
    let isCurrent = true;
    // The table of the fonts is read by those who need it, and by no other page. Without it nothing is noted, and nothing stops.
    void import('#domain/values/printable.ts')
      .then(({ printNoteOf }) => {
        const value: unknown = JSON.parse(text);
        return isCurrent ? setNoted({ text, note: printNoteOf(value) }) : undefined;
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return noteNow(text, noted);
}

/** Tells staff which letters the documents cannot print. It stops nothing. @param note - of {@link usePrintNote} */
export function PrintNote({ note }: { readonly note: string | null }) {
  if (note === null) return null;
  return (
    <Notice live>
      <p>{note}</p>
    </Notice>
  );
}
