import { Uuid } from '#domain/values/text.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import * as v from 'valibot';
import { get } from '#contract/engine/define.ts';

/** Interval at which an open stream brings at least a beat, ms [choice]: below the idle limit of common proxies, which is 60 seconds. */
export const LIVE_BEAT = 15_000;

/** Silence after which a stream counts as cut, or as held back by a proxy, ms [choice]: two beats and a slow network. */
export const LIVE_SILENCE = 35_000;

/** The reason why the server ends a stream: the session ended, a newer stream took its place, the server stops, or it is renewed. */
export const LiveEnd = v.picklist(['session', 'replaced', 'stop', 'renew']);

/**
 * One event of the stream. `resync`: from now on every change is reported, and anything may have changed before. `paused`: the server
 * learns of no change at present. `changed`: ids of cases and patients, and nothing about them.
 */
export const LiveEvent = v.variant('kind', [
  v.object({ kind: v.literal('resync') }),
  v.object({ kind: v.literal('paused') }),
  v.object({ kind: v.literal('changed'), ids: v.array(Uuid) }),
  v.object({ kind: v.literal('beat') }),
  v.object({ kind: v.literal('end'), why: LiveEnd }),
]);
export type LiveEvent = v.InferOutput<typeof LiveEvent>;

/** The calls of screens that stay up to date. */
export const live = {
  live: get('live', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary: `A stream of what changed, each event as one line "data: {…}" and an empty line: ids of cases and patients that this person may see, and a beat at least every ${durationWords(LIVE_BEAT)}. It ends with the session.`,
    input: v.strictObject({}),
    output: LiveEvent,
    answer: 'stream',
  }),
};

const DATA = 'data: ';

/** One event as it is sent. */
export function encodeLiveEvent(event: LiveEvent): string {
  return `${DATA}${JSON.stringify(event)}\n\n`;
}

/**
 * Reads events from the text of a stream, which arrives in pieces. Events of a kind that this build does not know, and anything else,
 * are left out.
 *
 * @returns takes the next piece and returns the events that it completes
 */
export function createLiveDecoder(): (piece: string) => LiveEvent[] {
  let rest = '';
  return (piece) => {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    return lines.flatMap((line) => (line.startsWith(DATA) ? eventOf(line.slice(DATA.length)) : []));
  };
}

function eventOf(text: string): LiveEvent[] {
  try {
    const parsed = v.safeParse(LiveEvent, JSON.parse(text));
    return parsed.success ? [parsed.output] : [];
  } catch {
    return [];
  }
}
