import { useEffect, useState } from 'react';
import { serverNow } from '#src/device/clock.ts';
import { sessionPhase, type SessionPhase } from './session-phase.ts';
import { useSession } from './session.ts';

/** Longest time between two checks, ms: a timer may be late, and a tablet may have slept. */
const MAX_CHECK_INTERVAL = 30_000;

/** Phase of the open session, and the ms left of it; null without a session. */
export function useSessionPhase(): { readonly phase: SessionPhase['phase']; readonly left: number } | null {
  const session = useSession();
  const endsAt = session === null ? null : Date.parse(session.tokenExpiryDate);
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (endsAt === null) return undefined;
    let timer = 0;
    const look = () => {
      clearTimeout(timer);
      const at = serverNow();
      setNow(at);
      const { nextLook, phase } = sessionPhase(endsAt, at);
      if (phase !== 'over') timer = setTimeout(look, Math.min(nextLook, MAX_CHECK_INTERVAL));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [endsAt]);
  return endsAt === null ? null : { phase: sessionPhase(endsAt, now).phase, left: endsAt - now };
}
