import { currentTicket } from '#src/session/handover.ts';
import { useEffect, useRef } from 'react';
import { whenKept, type Ink } from './kept.ts';

/** Keeps each pad's ink sealed from pen-up on, each under its own name, where this handover was given a vault. */
export function useKeptInk(ink: Ink, digest: string): void {
  useOnePad('DRAWN', ink.DRAWN, digest);
  useOnePad('MARK_WITNESSED', ink.MARK_WITNESSED, digest);
}

function useOnePad<W extends keyof Ink>(way: W, strokes: Ink[W], digest: string): void {
  const kept = useRef(strokes);
  useEffect(() => {
    if (kept.current === strokes) return;
    kept.current = strokes;
    // What cannot be kept now is told when it is signed with: nobody is interrupted while drawing.
    void whenKept(currentTicket())
      .then((keeping) => keeping?.keepInk(way, digest, strokes))
      .catch(() => undefined);
  }, [way, strokes, digest]);
}
