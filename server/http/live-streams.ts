import { encodeLiveEvent, LIVE_BEAT, type LiveEnd, type LiveEvent } from '#contract/live.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { Readable } from 'node:stream';
import type { InferOutput } from 'valibot';
import { setGauge } from './metrics.ts';

/** The changes that somebody receives: all of the organisation, those of the own referrals, or none. */
export type LiveVisibility = 'all' | 'own' | 'none';

export type Subscriber = { organisationId: string; userId: string; sessionId: string; visibility: LiveVisibility };
export type Stream = Subscriber & { readonly events: Readable; readonly endsAt: number };

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

export const LIVE_LIMITS: LiveLimits = {
  server: 5000,
  person: 8,
  session: 3,
  beat: LIVE_BEAT,
  life: 15 * MINUTE,
  unread: 65_536,
};

type EndReason = InferOutput<typeof LiveEnd>;

/** The open streams of one server, oldest first. */
export type LiveStreams = {
  readonly isFull: () => boolean;
  readonly all: () => Stream[];
  /** Opens a stream; where its person or its session has as many as it may, their oldest end. */
  readonly add: (subscriber: Subscriber) => Stream;
  /** A stream whose browser reads nothing is cut off. */
  readonly send: (stream: Stream, event: LiveEvent) => void;
  readonly sendAll: (event: LiveEvent) => void;
  readonly end: (stream: Stream, why: EndReason) => void;
  readonly endSession: (sessionId: string) => void;
};

export function openLiveStreams(limits: LiveLimits): LiveStreams {
  const streams = new Set<Stream>();
  const showCount = () => setGauge('assent_live_streams', 'Open streams of what changed', streams.size);

  const send = ({ events }: Stream, event: LiveEvent): void => {
    if (events.readableLength > limits.unread) events.destroy();
    else events.push(encodeLiveEvent(event));
  };
  const end = (stream: Stream, why: EndReason): void => {
    send(stream, { kind: 'end', why });
    stream.events.push(null);
    streams.delete(stream);
  };
  /** Ends the oldest streams of a person, or of a session, until there is room for one more. */
  const makeRoom = (own: (stream: Stream) => boolean, most: number): void => {
    const before = [...streams].filter(own);
    for (const stream of before.slice(0, Math.max(0, before.length - most + 1))) end(stream, 'replaced');
  };
  return {
    isFull: () => streams.size >= limits.server,
    all: () => [...streams],
    add: (subscriber) => {
      makeRoom(({ sessionId }) => sessionId === subscriber.sessionId, limits.session);
      makeRoom(({ userId }) => userId === subscriber.userId, limits.person);
      const events = new Readable({ read: () => undefined });
      const stream = { ...subscriber, events, endsAt: performance.now() + limits.life * (0.8 + Math.random() * 0.4) };
      streams.add(stream);
      showCount();
      events.once('close', () => {
        streams.delete(stream);
        showCount();
      });
      return stream;
    },
    send,
    sendAll: (event) => {
      for (const stream of streams) send(stream, event);
    },
    end,
    endSession: (sessionId) => {
      for (const stream of streams) if (stream.sessionId === sessionId) end(stream, 'session');
    },
  };
}
