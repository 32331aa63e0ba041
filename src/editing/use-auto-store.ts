import { useEffect, useRef, useState } from 'react';
import { dropProcedureDraft, storeProcedureDraft } from '#src/queries/library/procedure-draft.ts';
import type { StoredDraft } from './use-stored-draft.ts';

/** Pause in typing after which the words are stored, ms [choice]. */
const AUTO_STORE_DELAY = 400;

/**
 * Stores unsaved words on this tablet soon after each change, and when the page is hidden.
 *
 * @returns whether this browser stores them; null before the first time
 */
export function useAutoStore<F>(key: string, draft: StoredDraft<F>, hasUnsaved: () => boolean): boolean | null {
  const [isStored, setStored] = useState<boolean | null>(null);
  const latest = useRef({ draft, hasUnsaved });
  latest.current = { draft, hasUnsaved };
  const { form, base, revision } = draft;
  useEffect(() => {
    let isOver = false;
    const store = async () => {
      const { draft: now, hasUnsaved: isUnsaved } = latest.current;
      if (!isUnsaved()) return dropProcedureDraft(key);
      const done = await storeProcedureDraft(key, now);
      // The save came in between: its words are no draft any more.
      if (done && !latest.current.hasUnsaved()) await dropProcedureDraft(key);
      if (!isOver) setStored(done);
    };
    const timer = setTimeout(() => void store(), AUTO_STORE_DELAY);
    const hide = () => (document.visibilityState === 'hidden' ? void store() : undefined);
    document.addEventListener('visibilitychange', hide);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [key, form, base, revision]);
  return isStored;
}
