import { forgetAnswers, linkType, networkInformation, onAnswer } from '#src/held/link.ts';
import {
  connectionSteps,
  OFFLINE_WORDS,
  PORTAL_WORDS,
  SLOW_WORDS,
  type Connection,
  type ConnectionStep,
} from './connection-notices.ts';
import { hideNotice, showNotice } from './notices.tsx';
import { isOnline, isPortal, subscribeReach, watchReach } from './reach.ts';

const steps: Readonly<Record<ConnectionStep, () => void>> = {
  'show-offline': () => showNotice({ id: 'offline', message: OFFLINE_WORDS, tone: 'warn' }),
  'hide-offline': () => hideNotice('offline'),
  'show-slow': () => showNotice({ id: 'slow', message: SLOW_WORDS, tone: 'info' }),
  'hide-slow': () => hideNotice('slow'),
  'show-portal': () => showNotice({ id: 'portal', message: PORTAL_WORDS, tone: 'warn' }),
  'hide-portal': () => hideNotice('portal'),
};

/** Keeps the notices about the network true from now on: none, slow, or one that wants a sign-in. @returns how to stop */
export function watchConnection(): () => void {
  let before: Connection | null = null;
  const information = networkInformation();
  const look = () => {
    const portal = isPortal();
    const now = { online: isOnline() || portal, effectiveType: linkType(), portal };
    for (const step of connectionSteps(before, now)) steps[step]();
    before = now;
  };
  const stops = [watchReach(), subscribeReach(look), onAnswer(look)];
  look();
  addEventListener('online', forgetAnswers);
  information?.addEventListener('change', look);
  return () => {
    for (const stop of stops) stop();
    removeEventListener('online', forgetAnswers);
    information?.removeEventListener('change', look);
  };
}
