import { encodeLiveEvent, LIVE_BEAT, type LiveEvent, type LiveEnd } from '#contract/live.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { sessionsInForce } from '#server/data/accounts/sessions.ts';
import { visibleIds } from '#server/data/live/visibility.ts';
import { inBackground } from '#server/data/open/connection-queue.ts';
import { Refused } from '#server/api-error.ts';
import type { Deps } from '#server/deps.ts';
import { Readable } from 'node:stream';
import type { InferOutput } from 'valibot';
import { gatherChanges, type OrganisationChanges } from './live-changes.ts';
import { setGauge } from './metrics.ts';

/** The changes that somebody receives: all of the organisation, those of the own referrals, or none. */
export type LiveVisibility = 'all' | 'own' | 'none';

type Subscriber = { organisationId: string; userId: string; sessionId: string; visibility: LiveVisibility };
type Stream = Subscriber & { readonly events: Readable; readonly endsAt: number };

/** The open streams of one server, and the one listening to the database that all of them live on. */
export type LiveHub = {
  /** Opens a stream. @throws Refused BUSY when this server has as many as it takes, or stops */
  open(subscriber: Subscriber): Readable;
  /** Ends all streams, so that their browsers open others elsewhere. */
  close(): void;
};

/** Limits of the streams [choice]; tests make them smaller. */
export type LiveLimits = {
  /** streams of one server, of one person and of one session; over the last two the oldest ends for the newest */
  readonly server: number;
  readonly person: number;
  readonly session: number;
  /** ms between two beats, each with a look at the sessions */
  readonly beat: number;
  /** ms after which a stream ends to be opened anew, with what its person may see by then */
  readonly life: number;
  /** bytes that a browser may leave unread */
  readonly unread: number;
};

const LIMITS: LiveLimits = { server: 5000, person: 8, session: 3, beat: LIVE_BEAT, life: 15 * MINUTE, unread: 65_536 };

/** Seconds after which a browser that found no room asks again [choice]: meanwhile it asks for what it shows. */
const LIVE_RETRY_AFTER = 60;

type Needs = Pick<Deps, 'database' | 'clock' | 'settings' | 'log'>;

/** Opens the hub of a server. It listens to the database from its first stream on. */
export function openLiveHub({ database, clock, settings, log }: Needs, changed: Partial<LiveLimits> = {}): LiveHub {
  const limits = { ...LIMITS, ...changed };
  const streams = new Set<Stream>();
  let state: 'idle' | 'connected' | 'disconnected' | 'closed' = 'idle';
  let beats: NodeJS.Timeout | undefined;
  let stopListening = () => {};
  const changes = gatherChanges({ onChanges: (changed) => void publish(changed), onSessionEnd: endSession });

  const send = ({ events }: Stream, event: LiveEvent): void => {
    if (events.readableLength > limits.unread) events.destroy();
    else events.push(encodeLiveEvent(event));
  };
  const end = (stream: Stream, why: InferOutput<typeof LiveEnd>): void => {
    send(stream, { kind: 'end', why });
    stream.events.push(null);
    streams.delete(stream);
  };
  const each = (event: LiveEvent): void => {
    for (const stream of streams) send(stream, event);
  };
  const setState = (next: 'connected' | 'disconnected'): void => {
    const isNews = state !== next || next === 'connected';
    if (state === 'closed' || !isNews) return;
    state = next;
    each({ kind: next === 'connected' ? 'resync' : 'paused' });
  };
  const listen = (): void => {
    state = 'disconnected';
    stopListening = database.listen({
      onNotice: changes.note,
      onConnected: () => setState('connected'),
      onDisconnected: () => setState('disconnected'),
    });
    beats = setInterval(() => void beat(), limits.beat).unref();
  };

  function endSession(sessionId: string): void {
    for (const stream of streams) if (stream.sessionId === sessionId) end(stream, 'session');
  }

  async function publish({ organisationId, ids }: OrganisationChanges): Promise<void> {
    const receivers = [...streams].filter((stream) => stream.organisationId === organisationId && stream.visibility !== 'none');
    for (const stream of receivers)
      if (ids === null) send(stream, { kind: 'resync' });
      else if (stream.visibility === 'all') send(stream, { kind: 'changed', ids });
    const referrers = receivers.filter(({ visibility }) => visibility === 'own');
    if (ids !== null && referrers.length > 0) await publishToReferrers(organisationId, ids, referrers);
  }

  async function publishToReferrers(organisationId: string, ids: string[], referrers: readonly Stream[]): Promise<void> {
    const referrerIds = [...new Set(referrers.map(({ userId }) => userId))];
    const rows = await inBackground(() => visibleIds(database.db, { organisationId, ids, referrerIds })).catch(warn);
    for (const stream of referrers) {
      const own = rows?.filter(({ userId }) => userId === stream.userId).map(({ id }) => id);
      // Whose they are is not known: the browser asks, and learns what it may.
      if (own === undefined) send(stream, { kind: 'resync' });
      else if (own.length > 0) send(stream, { kind: 'changed', ids: own });
    }
  }

  async function beat(): Promise<void> {
    each({ kind: 'beat' });
    const now = clock();
    for (const stream of streams) if (stream.endsAt <= performance.now()) end(stream, 'renew');
    const ids = [...new Set([...streams].map(({ sessionId }) => sessionId))];
    if (ids.length === 0) return;
    const times = { now: new Date(now).toISOString(), today: localDate(now, settings.timeZone) };
    // A database that does not answer ends nothing: each call of such a session is refused by itself.
    const inForce = await inBackground(() => sessionsInForce(database.db, { ids, ...times })).catch(warn);
    if (inForce !== undefined) for (const id of ids) if (!inForce.has(id)) endSession(id);
  }

  function warn(error: unknown): undefined {
    log.warn('open streams could not ask the database', { error: error instanceof Error ? error.name : typeof error });
  }

  /** Ends the oldest streams of a person, or of a session, until there is room for one more. */
  function makeRoom(own: (stream: Stream) => boolean, most: number): void {
    const before = [...streams].filter(own);
    for (const stream of before.slice(0, Math.max(0, before.length - most + 1))) end(stream, 'replaced');
  }

  return {
    open(subscriber) {
      if (state === 'closed' || streams.size >= limits.server) throw new Refused('BUSY', { retryAfter: LIVE_RETRY_AFTER });
      makeRoom(({ sessionId }) => sessionId === subscriber.sessionId, limits.session);
      makeRoom(({ userId }) => userId === subscriber.userId, limits.person);
      const events = new Readable({ read: () => undefined });
      const stream = { ...subscriber, events, endsAt: performance.now() + limits.life * (0.8 + Math.random() * 0.4) };
      streams.add(stream);
      setGauge('assent_live_streams', 'Open streams of what changed', streams.size);
      events.once('close', () => {
        streams.delete(stream);
        setGauge('assent_live_streams', 'Open streams of what changed', streams.size);
      });
      if (state === 'idle') listen();
      // The embedded database is connected at once, and this stream has its event.
      if (events.readableLength === 0) send(stream, { kind: state === 'connected' ? 'resync' : 'paused' });
      return events;
    },
    close() {
      state = 'closed';
      clearInterval(beats);
      changes.stop();
      stopListening();
      for (const stream of streams) end(stream, 'stop');
    },
  };
}
