import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';

/** Letters that every font has: most texts need no table of fonts. */
const COMMON = /^[\t\n -\u024f\u2010-\u2027]*$/u;

/** The note about letters that no font of the documents has, in values as they are entered; null while there are none. */
export function usePrintNote(shown: unknown): string | null {
  const text = JSON.stringify(shown) ?? '';
  const [noted, setNoted] = useState<{ readonly text: string; readonly note: string | null }>({ text: '', note: null });
  useEffect(() => {
    if (COMMON.test(text)) return undefined;
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
  return noted.text === text ? noted.note : null;
}

/** Tells staff which letters the documents cannot print. It stops nothing. */
export function PrintNote({ shown }: { readonly shown: unknown }) {
  const note = usePrintNote(shown);
  if (note === null) return null;
  return (
    <Notice live>
      <p>{note}</p>
    </Notice>
  );
}
