import { currentTicket } from '#src/session/handover.ts';
import { useEffect, useRef } from 'react';
import { whenSignerStoreReady, type SavedInk } from './signer-store.ts';

/** Stores each pad's ink sealed after every stroke, each pad under its own name, when this handover has a vault. */
export function useSavedInk(ink: SavedInk, digest: string): void {
  useSavedPad('DRAWN', ink.DRAWN, digest);
  useSavedPad('MARK_WITNESSED', ink.MARK_WITNESSED, digest);
}

function useSavedPad<W extends keyof SavedInk>(way: W, strokes: SavedInk[W], digest: string): void {
  const kept = useRef(strokes);
  useEffect(() => {
    if (kept.current === strokes) return;
    kept.current = strokes;
    // A failure is reported at signing: nobody is interrupted while drawing.
    void whenSignerStoreReady(currentTicket())
      .then((store) => store?.saveInk(way, digest, strokes))
      .catch(() => undefined);
  }, [way, strokes, digest]);
}
