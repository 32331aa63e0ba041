import { currentTicket } from '#src/session/handover.ts';
import type { Visit } from '#src/sign/visit.ts';
import { useEffect } from 'react';
import { whenSignerStoreReady } from './signer-store.ts';

/** Stores the visit sealed after every change, stroke and key, when this handover has a vault. */
export function useSavedVisit(visit: Visit): void {
  useEffect(() => {
    if (visit.stage.kind !== 'form' && visit.stage.kind !== 'over') return;
    // A failure is reported at signing: nobody is interrupted while drawing.
    void whenSignerStoreReady(currentTicket())
      .then((store) => store?.saveVisit(visit))
      .catch(() => undefined);
  }, [visit]);
}
