import { localDate } from '#domain/values/plain-date.ts';
import { sessionsInForce } from '#server/data/accounts/sessions.ts';
import { visibleIds } from '#server/data/live/visibility.ts';
import { inBackground } from '#server/data/open/connection-queue.ts';
import { Refused } from '#server/api-error.ts';
import type { Deps } from '#server/deps.ts';
import type { Readable } from 'node:stream';
import { gatherChanges, type OrganisationChanges } from './live-changes.ts';
import { LIVE_LIMITS, openLiveStreams, type LiveLimits, type LiveStreams, type Stream, type Subscriber } from './live-streams.ts';

/** The open streams of one server, and the one listening to the database that all of them live on. */
export type LiveHub = {
  /** Opens a stream. @throws Refused BUSY when this server has as many as it takes, or stops */
  open(subscriber: Subscriber): Readable;
  /** Ends all streams, so that their browsers open others elsewhere. */
  close(): void;
};

/** Seconds after which a browser that found no room asks again [choice]: meanwhile it asks for what it shows. */
const LIVE_RETRY_AFTER = 60;

type Needs = Pick<Deps, 'database' | 'clock' | 'settings' | 'log'>;

/** Opens the hub of a server. It listens to the database from its first stream on. */
export function openLiveHub(needs: Needs, changed: Partial<LiveLimits> = {}): LiveHub {
  const limits = { ...LIVE_LIMITS, ...changed };
  const streams = openLiveStreams(limits);
  let state: 'idle' | 'connected' | 'disconnected' | 'closed' = 'idle';
  let beats: NodeJS.Timeout | undefined;
  let stopListening = () => {};
  const changes = gatherChanges({
    onChanges: (each) => void publish(needs, streams, each),
    onSessionEnd: streams.endSession,
  });

  const setState = (next: 'connected' | 'disconnected'): void => {
    const isNews = state !== next || next === 'connected';
    if (state === 'closed' || !isNews) return;
    state = next;
    streams.sendAll({ kind: next === 'connected' ? 'resync' : 'paused' });
  };
  const listen = (): void => {
    state = 'disconnected';
    stopListening = needs.database.listen({
      onNotice: changes.note,
      onConnected: () => setState('connected'),
      onDisconnected: () => setState('disconnected'),
    });
    beats = setInterval(() => void beat(needs, streams), limits.beat).unref();
  };

  return {
    open(subscriber) {
      if (state === 'closed' || streams.isFull()) throw new Refused('BUSY', { retryAfter: LIVE_RETRY_AFTER });
      const stream = streams.add(subscriber);
      if (state === 'idle') listen();
      // The embedded database is connected at once, and this stream has its event.
      if (stream.events.readableLength === 0) streams.send(stream, { kind: state === 'connected' ? 'resync' : 'paused' });
      return stream.events;
    },
    close() {
      state = 'closed';
      clearInterval(beats);
      changes.stop();
      stopListening();
      for (const stream of streams.all()) streams.end(stream, 'stop');
    },
  };
}

/** Sends changes of an organisation to each of its people who may see them. */
async function publish(needs: Needs, streams: LiveStreams, { organisationId, ids }: OrganisationChanges): Promise<void> {
  const receivers = streams.all().filter((stream) => stream.organisationId === organisationId && stream.visibility !== 'none');
  for (const stream of receivers)
    if (ids === null) streams.send(stream, { kind: 'resync' });
    else if (stream.visibility === 'all') streams.send(stream, { kind: 'changed', ids });
  const referrers = receivers.filter(({ visibility }) => visibility === 'own');
  if (ids === null || referrers.length === 0) return;
  const own = await idsByReferrer(needs, { organisationId, ids, referrers });
  for (const stream of referrers) {
    const seen = own?.get(stream.userId) ?? [];
    // Whose they are is not known: the browser asks, and learns what it may.
    if (own === undefined) streams.send(stream, { kind: 'resync' });
    else if (seen.length > 0) streams.send(stream, { kind: 'changed', ids: seen });
  }
}

type Asked = { readonly organisationId: string; readonly ids: string[]; readonly referrers: readonly Stream[] };

/** The changed ids that each referrer may see, by the person; undefined while the database does not answer. */
async function idsByReferrer(
  { database, log }: Needs,
  { organisationId, ids, referrers }: Asked,
): Promise<ReadonlyMap<string, string[]> | undefined> {
  const referrerIds = [...new Set(referrers.map(({ userId }) => userId))];
  const rows = await inBackground(() => visibleIds(database.db, { organisationId, ids, referrerIds })).catch(warnBy(log));
  return rows === undefined
    ? undefined
    : new Map(referrerIds.map((id) => [id, rows.filter(({ userId }) => userId === id).map((row) => row.id)]));
}

/** Shows each browser that its stream lives, and ends the streams whose time or session is over. */
async function beat({ database, clock, settings, log }: Needs, streams: LiveStreams): Promise<void> {
  streams.sendAll({ kind: 'beat' });
  const now = clock();
  for (const stream of streams.all()) if (stream.endsAt <= performance.now()) streams.end(stream, 'renew');
  const ids = [...new Set(streams.all().map(({ sessionId }) => sessionId))];
  if (ids.length === 0) return;
  const times = { now: new Date(now).toISOString(), today: localDate(now, settings.timeZone) };
  // A database that does not answer ends nothing: each call of such a session is refused by itself.
  const inForce = await inBackground(() => sessionsInForce(database.db, { ids, ...times })).catch(warnBy(log));
  if (inForce !== undefined) for (const id of ids) if (!inForce.has(id)) streams.endSession(id);
}

function warnBy(log: Needs['log']): (error: unknown) => undefined {
  return (error) => {
    log.warn('open streams could not ask the database', { error: error instanceof Error ? error.name : typeof error });
  };
}
