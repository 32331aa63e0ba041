import type { Queue } from '#src/held/held.ts';
import type { ShellState } from '#src/ui/AppShell.tsx';
import { useEffect, useState } from 'react';
import { notSentWords } from './places.ts';

/** What is on its way comes and goes with every save: what stays unsent for so long is said, ms [choice]. */
const LASTING = 3000;

type Standing = Pick<Queue, 'unsent' | 'stopped' | 'sending'> & {
  readonly isOnline: boolean;
  /** Whether what one does is kept on this tablet. */
  readonly isKept: boolean;
  /** Whether something has been unsent for a while, without a break. */
  readonly lasts: boolean;
  /** Whether the screen has no rail, whose badge would count. */
  readonly isBare: boolean;
};

/** What is said on top of every screen: that there is no network, and without a rail that something stays unsent. */
export function shellState({ isOnline, isKept, isBare, lasts, unsent, stopped, sending }: Standing): ShellState | undefined {
  if (!isOnline)
    return {
      tone: 'warn',
      icon: 'offline',
      short: 'Offline',
      text: isKept ? 'Offline: your work is saved on this tablet' : 'Offline: what you see may be old, and nothing can be saved',
      href: isKept ? '/outbox' : '/',
    };
  const stays = lasts || stopped > 0 || (sending.kind !== 'quiet' && sending.kind !== 'sending');
  if (!isBare || unsent === 0 || !stays) return undefined;
  const words = notSentWords({ unsent, stopped });
  return { tone: stopped > 0 ? 'stop' : 'warn', icon: 'upload', short: words, text: words, href: '/outbox' };
}

/** Whether this has been so for a few seconds, without a break. */
export function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLasts(true), LASTING);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is]);
  return lasts;
}
