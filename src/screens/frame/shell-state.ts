import type { ServerReachability } from '#src/offline/server-reachability.ts';
import type { QueueStatus } from '#src/device/queue-status.ts';
import { paths } from '#src/paths.ts';
import type { ShellState } from '#src/ui/layout/AppShell.tsx';
import { useEffect, useState } from 'react';
import { notSentWords } from './navigation.ts';

/** Unsent items come and go with every save: only those that last this long are shown, ms [choice]. */
const LASTING = 3000;

type Standing = Pick<QueueStatus, 'unsent' | 'blocked' | 'sync'> & {
  readonly server: ServerReachability;
  /** Whether changes are saved on this tablet. */
  readonly isKept: boolean;
  /** Whether there have been unsent items for a while, without a break. */
  readonly lasts: boolean;
  /** Whether the screen has no rail, whose badge would show the count. */
  readonly isBare: boolean;
};

/** The notice on top of every screen: no server, and without a rail the lasting unsent items. */
export function shellState({ server, isKept, isBare, lasts, unsent, blocked, sync }: Standing): ShellState | undefined {
  if (server !== 'here') {
    const isFailing = server === 'failing';
    const rest = isKept ? 'your work is saved on this tablet' : 'what you see may be old, and nothing can be saved';
    return {
      tone: 'warn',
      icon: isFailing ? 'warning' : 'offline',
      short: isFailing ? 'Server problem' : 'Offline',
      text: `${isFailing ? 'The server has a problem' : 'Offline'}: ${rest}`,
      href: (isKept ? paths.outbox : paths.home).href,
    };
  }
  const stays = lasts || blocked > 0 || (sync.kind !== 'quiet' && sync.kind !== 'sending');
  if (!isBare || unsent === 0 || !stays) return undefined;
  const words = notSentWords({ unsent, blocked });
  return { tone: blocked > 0 ? 'stop' : 'warn', icon: 'upload', short: words, text: words, href: paths.outbox.href };
}

/** Whether this has been true for a few seconds, without a break. */
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
