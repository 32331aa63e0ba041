import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';
import { foundNow, needsFonts, type FontLookup } from './print-note.ts';

const NO_NAMES: readonly string[] = [];

/**
 * The note about letters that no font of the documents has, in values as they are entered; null while there are none.
 *
 * @param inLatin - names that print in Latin letters
 */
export function usePrintNote(shown: unknown, inLatin: readonly string[] = NO_NAMES): string | null {
  return useFonts({ shown, inLatin }, lookUpNote, null);
}

/** Those of the names that have letters which no font of the documents has; none until they are looked up. */
export function useUnprintable(names: readonly string[]): readonly string[] {
  return useFonts(names, lookUpNames, NO_NAMES);
}

// The table of the fonts is read by those who need it, and by no other page.
async function lookUpNote({ shown, inLatin }: { shown: unknown; inLatin: readonly string[] }): Promise<string | null> {
  return (await import('#domain/values/printable.ts')).printNoteOf(shown, inLatin);
}

async function lookUpNames(names: readonly string[]): Promise<readonly string[]> {
  const { unshowable } = await import('#domain/values/printable.ts');
  return names.filter((name) => unshowable(name).length > 0);
}

/** @param none - the finding where every letter has a font; the same value each time */
function useFonts<Shown, Found>(shown: Shown, lookUp: (shown: Shown) => Promise<Found>, none: Found): Found {
  const text = JSON.stringify(shown) ?? '';
  const [last, setLast] = useState<FontLookup<Found>>({ text: '', found: none });
  useEffect(() => {
    if (!needsFonts(text)) return undefined;
    let isCurrent = true;
    // The text is the value itself, as it was entered. Without the table nothing is found, and nothing stops.
    void lookUp(JSON.parse(text) as Shown)
      .then((found) => (isCurrent ? setLast({ text, found }) : undefined))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text, lookUp]);
  return foundNow(text, last, none);
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
