import { currentTicket } from '#src/session/handover.ts';
import { useEffect, useRef } from 'react';
import type { SavedInk } from './signer-calls.ts';
import { whenSignerStoreReady } from './signer-store.ts';

/** Stores each pad's ink sealed after every stroke, each pad under its own name, when this handover has a vault. */
export function useSavedInk(ink: SavedInk, digest: string): void {
  useSavedPad('DRAWN', ink.DRAWN, digest);
  useSavedPad('MARK_WITNESSED', ink.MARK_WITNESSED, digest);
}

function useSavedPad<W extends keyof SavedInk>(method: W, strokes: SavedInk[W], digest: string): void {
  const lastSaved = useRef(strokes);
  useEffect(() => {
    if (lastSaved.current === strokes) return;
    lastSaved.current = strokes;
    // A failure is reported at signing: nobody is interrupted while drawing.
    void whenSignerStoreReady(currentTicket())
      .then((store) => store?.saveInk(method, digest, strokes))
      .catch(() => undefined);
  }, [method, strokes, digest]);
}
