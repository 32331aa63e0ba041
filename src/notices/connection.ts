import { resetResponseTimes, networkType, networkInformation, onResponse } from '#src/device/network-quality.ts';
import {
  connectionSteps,
  FAILING_WORDS,
  OFFLINE_WORDS,
  PORTAL_WORDS,
  SLOW_WORDS,
  type Connection,
  type ConnectionStep,
} from './connection-notices.ts';
import { hideNotice, showNotice } from './persistent-notices.ts';
import { serverReachability, subscribeReachability, watchReachability } from '#src/offline/server-reachability.ts';

const steps: Readonly<Record<ConnectionStep, () => void>> = {
  'show-offline': () => showNotice({ id: 'offline', message: OFFLINE_WORDS, tone: 'warn' }),
  'hide-offline': () => hideNotice('offline'),
  'show-failing': () => showNotice({ id: 'failing', message: FAILING_WORDS, tone: 'warn' }),
  'hide-failing': () => hideNotice('failing'),
  'show-slow': () => showNotice({ id: 'slow', message: SLOW_WORDS, tone: 'info' }),
  'hide-slow': () => hideNotice('slow'),
  'show-portal': () => showNotice({ id: 'portal', message: PORTAL_WORDS, tone: 'warn' }),
  'hide-portal': () => hideNotice('portal'),
};

/** Keeps the notices about the network up to date: offline, a server that fails, slow, or a portal that wants a sign-in. @returns how to stop */
export function watchConnection(): () => void {
  let before: Connection | null = null;
  const information = networkInformation();
  const look = () => {
    const now = { server: serverReachability(), effectiveType: networkType() };
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
