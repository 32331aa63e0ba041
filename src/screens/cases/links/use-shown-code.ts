import { MINUTE } from '#domain/base/limits.ts';
import { useEffect, useState } from 'react';

/** How long a code stays on the screen, ms (forms.md section 7). */
export const CODE_SHOWN_FOR = 2 * MINUTE;

type Shown = { readonly url: string; readonly until: number };

/** A code that is hidden by itself: the link leaves this page with it. */
export function useShownCode() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= shown.until) setShown(null);
    }, 250);
    return () => clearInterval(timer);
  }, [shown]);
  return {
    url: shown?.url ?? null,
    /** `1:59` */
    left: shown === null ? '' : clockOf(Math.max(0, Math.ceil((shown.until - now) / 1000))),
    show: (url: string) => {
      setNow(Date.now());
      setShown({ url, until: Date.now() + CODE_SHOWN_FOR });
    },
  };
}

/** Seconds as minutes and seconds: `1:05`. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
