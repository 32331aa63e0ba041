import { useOfflineSession } from '#src/offline/session.ts';
import { useEffect, useState } from 'react';

/**
 * Time at which the server had all of a version, epoch ms; null while some of it is unsent.
 *
 * @param isAsked - true when any of it was saved on this device alone
 */
export function useSentAt(consentID: string, isAsked: boolean): number | null {
  const offline = useOfflineSession();
  const [sentAt, setSentAt] = useState<number | null>(null);
  useEffect(() => {
    const stop = isAsked ? offline?.local.cases.watchSent(consentID, setSentAt) : undefined;
    return () => {
      stop?.();
      setSentAt(null);
    };
  }, [offline, consentID, isAsked]);
  return sentAt;
}
