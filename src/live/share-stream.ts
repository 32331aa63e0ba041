import { LIVE_SILENCE, type LiveEvent } from '#contract/live.ts';
import { Uuid } from '#domain/values/text.ts';
import type { Timer } from '#store/sync/send-context.ts';
import * as v from 'valibot';
import type { Following } from './follow-stream.ts';

/** Time for which a hidden page keeps its stream, ms [choice]: a look at another tab costs no new one. */
const HIDDEN_GRACE = 30_000;
/** Interval at which the tab with the stream sends a sign of life, and the other tabs check for one, ms [choice]. */
const LOOK_INTERVAL = 10_000;

/**
 * Messages between the tabs of one person: a new tab asks for the state, the tab with the stream answers, and passes changes on.
 */
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
  /** Decides again which tab reads the stream: the page was shown or hidden, woke up, or is online again. */
  readonly look: () => void;
  readonly stop: () => void;
};

/**
 * Shares one stream among the tabs of a person: the visible tab that holds the lock reads it, and passes the changes on. A page
 * that is hidden for long gives the lock up; a visible tab steals it from one that the browser has frozen, which sends no sign of
 * life.
 */
export function shareStream({ channel, isVisible, timer, now, follow, ...options }: ShareOptions): StreamShare {
  let lastMessageAt = now();
  let isStopped = false;
  let cancelHiding = () => {};
  let cancelLook = () => {};

  const post = (message: Message) => channel.postMessage(message);
  const live = createLiveState({ ...options, pass: (message) => own.isOpen() && post(message) });
  const own = createOwnStream({
    open: () => (isStopped ? null : follow({ onEvent: live.onEvent, onCut: () => live.set(false) })),
    onLeave: () => live.set(false),
  });
  const lock = createLockRequest({
    ...options,
    lead: own.lead,
    onEnd: () => {
      if (!own.isOpen()) return;
      own.leave();
      if (isVisible() && !isStopped) ask(false);
    },
  });
  const ask = (steal: boolean) => {
    lastMessageAt = now();
    void lock.ask(steal);
  };
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(Message, data);
    if (!success || isStopped) return;
    if (own.isOpen()) return void (output.kind === 'hello' && post({ kind: 'alive', isLive: live.isLive() }));
    if (output.kind === 'hello') return;
    lastMessageAt = now();
    if (output.kind === 'alive') live.set(output.isLive);
    else live.change(output.ids);
  };
  const hide = () => {
    cancelHiding();
    if (!own.isOpen()) lock.abort();
    else cancelHiding = timer(HIDDEN_GRACE, () => isVisible() || own.leave());
  };
  const check = () => {
    cancelLook();
    if (isStopped) return;
    cancelLook = timer(LOOK_INTERVAL, check);
    if (own.isOpen()) return post({ kind: 'alive', isLive: live.isLive() });
    if (!isVisible()) return;
    const isSilent = now() - lastMessageAt > LIVE_SILENCE;
    if (isSilent) live.set(false);
    if (!lock.isAsked() || isSilent) ask(lock.isAsked());
  };
  channel.addEventListener('message', onMessage);
  post({ kind: 'hello' });
  check();
  return {
    look: () => {
      if (isStopped) return;
      if (!isVisible()) return hide();
      cancelHiding();
      own.nudge();
      check();
    },
    stop: () => {
      isStopped = true;
      live.stop();
      cancelLook();
      cancelHiding();
      channel.removeEventListener('message', onMessage);
      lock.abort();
      own.end();
    },
  };
}

type OwnStreamOptions = {
  /** Opens the stream; null once sharing was stopped. */
  readonly open: () => Following | null;
  /** Called once the stream is closed, before the lock is given back. */
  readonly onLeave: () => void;
};

/** The stream that this tab reads while it holds the lock. */
function createOwnStream({ open, onLeave }: OwnStreamOptions) {
  let own: { readonly following: Following; readonly release: () => void } | null = null;
  return {
    isOpen: () => own !== null,
    nudge: () => own?.following.nudge(),
    /** Reads the stream as long as the lock is held, which is until the promise resolves. */
    lead: () =>
      new Promise<void>((resolve) => {
        const following = own === null ? open() : null;
        if (following === null) return resolve();
        own = { following, release: resolve };
      }),
    leave: () => {
      const left = own;
      if (left === null) return;
      left.following.stop();
      onLeave();
      own = null;
      left.release();
    },
    /** Ends the stream with the page, without a message to the other tabs. */
    end: () => {
      own?.following.stop();
      own?.release();
    },
  };
}

type LiveOptions = Pick<ShareOptions, 'onChanged' | 'onLiveChange'> & {
  /** Tells the other tabs, where this one has the stream. */
  readonly pass: (message: Message) => void;
};

/** Whether changes are reported in this tab, and what has changed. */
function createLiveState({ pass, onChanged, onLiveChange }: LiveOptions) {
  let isLive = false;
  let isStopped = false;
  const change = (ids: string[] | null) => {
    pass({ kind: 'changed', ids });
    onChanged(ids);
  };
  /** A tab whose stream has just become live cannot know what changed before: it reports that anything may have changed. */
  const set = (next: boolean) => {
    if (isStopped || isLive === next) return;
    isLive = next;
    pass({ kind: 'alive', isLive });
    onLiveChange(isLive);
    if (isLive) onChanged(null);
  };
  return {
    isLive: () => isLive,
    change,
    set,
    onEvent: (event: LiveEvent) => {
      if (isStopped) return;
      if (event.kind === 'changed') change(event.ids);
      else if (event.kind === 'paused') set(false);
      else if (event.kind === 'resync' && isLive) change(null);
      else if (event.kind === 'resync') set(true);
    },
    stop: () => {
      isStopped = true;
    },
  };
}

type LockOptions = Pick<ShareOptions, 'locks' | 'name'> & {
  /** Runs with the lock; the promise ends it. Without locks it runs at once. */
  readonly lead: () => Promise<void>;
  /** Called when the latest request has ended: it led, was called off, or was stolen. */
  readonly onEnd: () => void;
};

/** Asks for the lock of the stream: one request at a time, the latest counts. */
function createLockRequest({ locks, name, lead, onEnd }: LockOptions) {
  let request: AbortController | null = null;
  return {
    isAsked: () => request !== null,
    abort: () => request?.abort(),
    ask: async (steal: boolean): Promise<void> => {
      if (locks === undefined) return void lead();
      request?.abort();
      const asking = new AbortController();
      request = asking;
      // Fails when it is called off, or stolen by another tab.
      await locks.request(name, steal ? { steal: true } : { signal: asking.signal }, lead).catch(() => undefined);
      if (request !== asking) return;
      request = null;
      onEnd();
    },
  };
}
