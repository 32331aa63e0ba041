import { LIVE_SILENCE, type LiveEvent } from '#contract/live.ts';
import { Uuid } from '#domain/values/text.ts';
import type { Timer } from '#store/sync/send-context.ts';
import * as v from 'valibot';
import type { Following } from './follow-stream.ts';

/** Time for which a hidden page keeps its stream, ms [choice]: a look at another tab costs no new one. */
const HIDDEN_GRACE = 30_000;
/** Interval at which the tab with the stream says that it lives, and the others look whether it does, ms [choice]. */
const LOOK_INTERVAL = 10_000;

/** Passed between the tabs of one person: a new tab asks for the state, the one with the stream tells it, and what changed. */
const Message = v.variant('kind', [
  v.object({ kind: v.literal('hello') }),
  v.object({ kind: v.literal('alive'), isLive: v.boolean() }),
  v.object({ kind: v.literal('changed'), ids: v.nullable(v.array(Uuid)) }),
]);
type Message = v.InferOutput<typeof Message>;

export type ShareOptions = {
  /** Web Locks; undefined where the browser has none: then each visible page has a stream of its own. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** name of the lock, the same in every tab of a person */
  readonly name: string;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
  readonly isVisible: () => boolean;
  readonly timer: Timer;
  /** epoch ms */
  readonly now: () => number;
  /** Opens the stream in this tab. */
  readonly follow: (handlers: { onEvent: (event: LiveEvent) => void; onCut: () => void }) => Following;
  /** Called in every tab. @param ids - of cases and patients; null: anything may have changed */
  readonly onChanged: (ids: readonly string[] | null) => void;
  /** Called in every tab when changes begin to be reported, and when they are reported no more. */
  readonly onLiveChange: (isLive: boolean) => void;
};

/** One tab's share of the stream. */
export type StreamShare = {
  /** Looks again: the page was shown or hidden, woke up, or has a network again. */
  readonly look: () => void;
  readonly stop: () => void;
};

/**
 * Shares one stream among the tabs of a person: the visible tab that has the lock reads it, and passes on what changed. A page that is
 * hidden for long gives it up; the lock of a tab that the browser has frozen is taken by a visible one to which it says nothing.
 */
export function shareStream({ locks, name, channel, isVisible, timer, now, follow, ...handlers }: ShareOptions): StreamShare {
  let own: { readonly following: Following; readonly release: () => void } | null = null;
  let request: AbortController | null = null;
  let isLive = false;
  let lastMessageAt = now();
  let isStopped = false;
  let cancelHiding = () => {};
  let cancelLook = () => {};

  const post = (message: Message) => channel.postMessage(message);
  const change = (ids: string[] | null) => {
    if (own !== null) post({ kind: 'changed', ids });
    handlers.onChanged(ids);
  };
  /** What changed before is not known to a tab whose stream has just become live. */
  const setLive = (next: boolean) => {
    if (isStopped || isLive === next) return;
    isLive = next;
    if (own !== null) post({ kind: 'alive', isLive });
    handlers.onLiveChange(isLive);
    if (isLive) handlers.onChanged(null);
  };
  const onEvent = (event: LiveEvent) => {
    if (isStopped) return;
    if (event.kind === 'changed') change(event.ids);
    else if (event.kind === 'paused') setLive(false);
    else if (event.kind === 'resync' && isLive) change(null);
    else if (event.kind === 'resync') setLive(true);
  };
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(Message, data);
    if (!success || isStopped) return;
    if (own !== null) return void (output.kind === 'hello' && post({ kind: 'alive', isLive }));
    if (output.kind === 'hello') return;
    lastMessageAt = now();
    if (output.kind === 'alive') setLive(output.isLive);
    else handlers.onChanged(output.ids);
  };
  /** Reads the stream as long as the lock is held, which is until the promise resolves. */
  const lead = () =>
    new Promise<void>((resolve) => {
      if (isStopped || own !== null) return resolve();
      own = { release: resolve, following: follow({ onEvent, onCut: () => setLive(false) }) };
    });
  const leave = () => {
    const left = own;
    if (left === null) return;
    left.following.stop();
    setLive(false);
    own = null;
    left.release();
  };
  const ask = async (steal: boolean): Promise<void> => {
    if (locks === undefined) return void lead();
    request?.abort();
    const asking = new AbortController();
    request = asking;
    lastMessageAt = now();
    // Fails when it is called off, or stolen by another tab.
    await locks.request(name, steal ? { steal: true } : { signal: asking.signal }, lead).catch(() => undefined);
    if (request !== asking) return;
    request = null;
    if (own === null) return;
    leave();
    if (isVisible() && !isStopped) void ask(false);
  };
  const hide = () => {
    cancelHiding();
    if (own === null) request?.abort();
    else cancelHiding = timer(HIDDEN_GRACE, () => isVisible() || leave());
  };
  const check = () => {
    cancelLook();
    if (isStopped) return;
    cancelLook = timer(LOOK_INTERVAL, check);
    if (own !== null) return post({ kind: 'alive', isLive });
    if (!isVisible()) return;
    const isSilent = now() - lastMessageAt > LIVE_SILENCE;
    if (isSilent) setLive(false);
    if (request === null || isSilent) void ask(request !== null);
  };
  channel.addEventListener('message', onMessage);
  post({ kind: 'hello' });
  check();
  return {
    look: () => {
      if (isStopped) return;
      if (!isVisible()) return hide();
      cancelHiding();
      own?.following.nudge();
      check();
    },
    stop: () => {
      isStopped = true;
      cancelLook();
      cancelHiding();
      channel.removeEventListener('message', onMessage);
      request?.abort();
      own?.following.stop();
      own?.release();
    },
  };
}
