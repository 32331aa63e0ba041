import { MINUTE } from '#domain/base/limits.ts';
import { useEffect, useRef } from 'react';
import type { Visiting } from './use-visit.ts';

/** Age of the last read, ms, after which the next step reads the form again: the ticket stays alive and changes are noticed. */
const FRESH_FOR = 5 * MINUTE;

/** Reads the form again when another page of it is shown and the last read is old. @param page - that is shown */
export function useFreshForm({ visit: { stage }, refresh }: Visiting, page: string): void {
  const readAt = useRef(Date.now());
  useEffect(() => {
    if (stage.kind !== 'form' || Date.now() - readAt.current < FRESH_FOR) return;
    readAt.current = Date.now();
    void refresh();
  }, [page, stage.kind, refresh]);
}
