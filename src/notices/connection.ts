import { resetResponseTimes, networkType, networkInformation, onResponse } from '#src/offline/network-quality.ts';
import {
  connectionSteps,
  OFFLINE_WORDS,
  PORTAL_WORDS,
  SLOW_WORDS,
  type Connection,
  type ConnectionStep,
} from './connection-notices.ts';
import { hideNotice, showNotice } from './notices.tsx';
import { isOnline, isPortal, subscribeReachability, watchReachability } from './server-reachability.ts';

const steps: Readonly<Record<ConnectionStep, () => void>> = {
  'show-offline': () => showNotice({ id: 'offline', message: OFFLINE_WORDS, tone: 'warn' }),
  'hide-offline': () => hideNotice('offline'),
  'show-slow': () => showNotice({ id: 'slow', message: SLOW_WORDS, tone: 'info' }),
  'hide-slow': () => hideNotice('slow'),
  'show-portal': () => showNotice({ id: 'portal', message: PORTAL_WORDS, tone: 'warn' }),
  'hide-portal': () => hideNotice('portal'),
};

/** Keeps the notices about the network up to date: offline, slow, or a portal that wants a sign-in. @returns how to stop */
export function watchConnection(): () => void {
  let before: Connection | null = null;
  const information = networkInformation();
  const look = () => {
    const portal = isPortal();
    const now = { online: isOnline() || portal, effectiveType: networkType(), portal };
    for (const step of connectionSteps(before, now)) steps[step]();
    before = now;
  };
  const stops = [watchReachability(), subscribeReachability(look), onResponse(look)];
  look();
  addEventListener('online', resetResponseTimes);
  information?.addEventListener('change', look);
  return () => {
    for (const stop of stops) stop();
    removeEventListener('online', resetResponseTimes);
    information?.removeEventListener('change', look);
  };
}
