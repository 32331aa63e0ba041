import type { ServerReachability } from '#src/offline/server-reachability.ts';
import type { QueueStatus } from '#src/device/queue-status.ts';
import type { Tone } from '#src/ui/theme/tone.ts';
import { momentWords } from './item-words.ts';

type Standing = Pick<QueueStatus, 'sync'> & {
  /** How many of the items that wait for nobody are refused on the way: their own notice says what happens to those. */
  readonly stopped: 'none' | 'some' | 'all';
  readonly server: ServerReachability;
  /** Whether there is a session that the server accepts. */
  readonly isSignedIn: boolean;
  /** epoch ms */
  readonly now: number;
  /** IANA name */
  readonly zone: string;
};

type SenderWords = { readonly tone: Tone; readonly title: string; readonly words: string };

/** The prospects of the items that only wait for the network, and advice; null where nothing holds but what refuses them on the way. */
export function senderWords({ sync, stopped, server, isSignedIn, now, zone }: Standing): SenderWords | null {
  if (server === 'offline')
    return {
      tone: 'warn',
      title: 'There is no network',
      words: isSignedIn
        ? 'Everything here is saved on this tablet and is sent by itself.'
        : 'Everything here is saved on this tablet. Once the network is back, sign in to send it.',
    };
  if (!isSignedIn || sync.kind === 'signIn')
    return { tone: 'warn', title: 'Please sign in to send', words: 'Everything here is saved on this tablet until then.' };
  if (server === 'portal') return PORTAL;
  if (server === 'failing' && sync.kind !== 'wait')
    return {
      tone: 'warn',
      title: 'The server has a problem',
      words: 'Everything here is saved on this tablet and is sent by itself once the server works again.',
    };
  switch (sync.kind) {
    case 'sending':
      return { tone: 'info', title: 'Sending now', words: 'You can go on working.' };
    case 'unreachable':
      return { tone: 'warn', title: 'The server does not answer', words: 'The app tries again by itself.' };
    case 'portal':
      return PORTAL;
    case 'update':
      return { tone: 'warn', title: 'An update is needed', words: 'Please update this app. What waits is sent afterwards.' };
    case 'wait':
      return {
        tone: 'info',
        title: `${sync.isOurs ? 'The server' : 'Something on the way to the server'} asks to wait until ${momentWords(sync.until, { now, zone })}`,
        words: sync.isOurs ? 'Sending then goes on by itself.' : 'Sending then goes on by itself, or sooner with “Send now”.',
      };
    case 'restored':
      return {
        tone: 'info',
        title: 'The server was restored from a backup',
        words: 'What this tablet had sent in the last days goes first, then the rest.',
      };
    case 'quiet':
      if (stopped === 'all') return null;
      return {
        tone: 'info',
        title: 'Waiting to send',
        words: stopped === 'some' ? 'All others are sent by themselves in a moment.' : 'It is sent by itself in a moment.',
      };
  }
}

const PORTAL = {
  tone: 'warn',
  title: 'This network needs you to sign in',
  words: 'Open any web page in another tab to do so. Sending then goes on by itself.',
} as const;
