import { useHeld } from '#src/held/held.ts';
import { useEffect, useState } from 'react';

/**
 * When the server had all that was saved on this tablet of a version, epoch ms; null while something of it waits.
 *
 * @param isAsked - whether anything was saved on this tablet alone
 */
export function useSentAt(consentID: string, isAsked: boolean): number | null {
  const held = useHeld();
  const [sentAt, setSentAt] = useState<number | null>(null);
  useEffect(() => {
    if (held === null || !isAsked) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    const watch = async () => {
      const { watchSent } = await import('./cases-here.ts');
      if (!isOver) stop = watchSent(held, consentID, setSentAt);
    };
    void watch();
    return () => {
      isOver = true;
      stop?.();
      setSentAt(null);
    };
  }, [held, consentID, isAsked]);
  return sentAt;
}
