import { lockPinOffer, type LockPinOffer } from '#src/auth/unlock-with-pin.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useOfflineSession } from '#src/offline/session.ts';
import { useEffect, useState } from 'react';

/** `isAnswered`: it was looked at whether the PIN opens the lock. */
type Offer = LockPinOffer & { readonly isAnswered: boolean };

/** Whether the tablet PIN opens the lock now; asked again as the network comes and goes, and once the vault is open. */
export function useLockPinOffer(): Offer {
  const [offer, setOffer] = useState<Offer>({ isOffered: false, why: null, isAnswered: false });
  const server = useServerStatus();
  const vault = useOfflineSession();
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const found = await lockPinOffer();
      if (isCurrent) setOffer({ ...found, isAnswered: true });
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [server, vault]);
  return offer;
}
