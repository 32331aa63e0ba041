import { connectionSteps, OFFLINE_WORDS, SLOW_WORDS, type Connection, type ConnectionStep } from './connection-notices.ts';
import { hideNotice, showNotice } from './notices.tsx';

/** The Network Information API, where a browser has it; lib.dom leaves `effectiveType` out. */
type NetworkInformation = EventTarget & { readonly effectiveType?: string };

const steps: Readonly<Record<ConnectionStep, () => void>> = {
  'show-offline': () => showNotice({ id: 'offline', message: OFFLINE_WORDS, tone: 'warn' }),
  'hide-offline': () => hideNotice('offline'),
  'show-slow': () => showNotice({ id: 'slow', message: SLOW_WORDS, tone: 'info' }),
  'hide-slow': () => hideNotice('slow'),
};

/** Keeps the offline and slow-connection notices true from now on. @returns how to stop */
export function watchConnection(): () => void {
  let before: Connection | null = null;
  const information = networkInformation();
  const look = () => {
    const now = { online: navigator.onLine, effectiveType: information?.effectiveType };
    for (const step of connectionSteps(before, now)) steps[step]();
    before = now;
  };
  look();
  addEventListener('online', look);
  addEventListener('offline', look);
  information?.addEventListener('change', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', look);
    information?.removeEventListener('change', look);
  };
}

function networkInformation(): NetworkInformation | undefined {
  // Not every browser has it, and the DOM library does not know all of it.
  return (navigator as Navigator & { readonly connection?: NetworkInformation }).connection;
}
