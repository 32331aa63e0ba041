import { isApiError } from '#contract/engine/retry.ts';
import { pageTimer } from '#src/device/retry.ts';
import { api, API_ROOT } from '#src/session/api.ts';
import { steadyNow } from '#src/device/clock.ts';
import { currentOverlay, currentSession, subscribe } from '#src/session/session.ts';
import { emptyHistory, followStream } from './follow-stream.ts';
import { setLive } from './live-state.ts';
import { readStream } from './read-stream.ts';
import { shareStream, type StreamShare } from './share-stream.ts';

type Watched = { readonly userId: string; readonly token: string };

/**
 * Keeps a stream of changes open for whoever is signed in, one for all tabs of a person; the token goes in a header, and its end is
 * the end of the stream. Without a stream, screens ask by themselves (`useAskInterval`).
 *
 * @param onChanged - receives ids of cases and patients; null: anything may have changed
 * @returns how to stop
 */
export function watchLive(onChanged: (ids: readonly string[] | null) => void): () => void {
  let watched: (Watched & { readonly share: StreamShare; readonly channel: BroadcastChannel }) | null = null;
  const leave = () => {
    watched?.share.stop();
    watched?.channel.close();
    watched = null;
    setLive(false);
  };
  const check = () => {
    const next = watchable();
    if (next?.token === watched?.token) return;
    leave();
    if (next === null) return;
    const channel = new BroadcastChannel(`assent.live.${next.userId}`);
    watched = { ...next, channel, share: share(next, channel, onChanged) };
  };
  const look = () => watched?.share.look();
  const stopFollowing = subscribe(check);
  const events = ['online', 'focus', 'pageshow'] as const;
  for (const event of events) addEventListener(event, look);
  document.addEventListener('visibilitychange', look);
  document.addEventListener('resume', look);
  check();
  return () => {
    stopFollowing();
    for (const event of events) removeEventListener(event, look);
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('resume', look);
    leave();
  };
}

/** Whose stream may be open: a person with a token whose registration is finished, and whose session has not ended. */
function watchable(): Watched | null {
  const session = currentSession();
  if (session?.token == null || session.user.status !== 'ACTIVE' || currentOverlay()?.kind === 'ended') return null;
  return { userId: session.user._id, token: session.token };
}

function share(
  { userId, token }: Watched,
  channel: BroadcastChannel,
  onChanged: (ids: readonly string[] | null) => void,
): StreamShare {
  const history = emptyHistory();
  return shareStream({
    // Only a secure context has them.
    locks: (navigator as Partial<Navigator>).locks,
    name: `live:${userId}`,
    channel,
    isVisible: () => document.visibilityState === 'visible',
    timer: pageTimer,
    now: steadyNow,
    follow: ({ onEvent, onCut }) =>
      followStream({
        read: (signal, onEventOf) =>
          readStream({ fetch, root: API_ROOT, token, signal, timer: pageTimer, now: steadyNow, onEvent: onEventOf }),
        history,
        timer: pageTimer,
        now: steadyNow,
        random: Math.random,
        onEvent,
        onCut,
        onSessionOver: () => void endByCall(token),
      }),
    onChanged,
    onLiveChange: setLive,
  });
}

/** Makes a call whose refusal ends the session, with the server's words. */
async function endByCall(token: string): Promise<void> {
  await api('userMe', {}, { token }).catch((failure: unknown) => {
    if (!isApiError(failure)) throw failure;
  });
}
