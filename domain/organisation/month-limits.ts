import type { MessageChannel } from '#domain/values/message-channels.ts';
import type { MessageSettings } from './message-settings.ts';

/** The shares of a month's limit of which those who manage the organisation are mailed, percent [choice]. */
export const LIMIT_SHARES = [80, 100] as const;
export type LimitShare = (typeof LIMIT_SHARES)[number];

/** The channels whose messages of a month are limited, by what each is paid for. */
export const LIMITED_CHANNELS = ['SMS', 'LETTER'] as const satisfies readonly MessageChannel[];
export type LimitedChannel = (typeof LIMITED_CHANNELS)[number];

/** Whether the messages of a channel are limited. */
export function isLimited(channel: MessageChannel): channel is LimitedChannel {
  return LIMITED_CHANNELS.some((each) => each === channel);
}

/** The most that a month may have of a channel; null without a limit. */
export function monthlyMost({ monthly }: Pick<MessageSettings, 'monthly'>, channel: LimitedChannel): number | null {
  return channel === 'SMS' ? monthly.smsParts : monthly.letters;
}

/** The share of a limit that is reached: the greatest of those that are mailed; null below all of them, and without a limit. */
export function shareReached(used: number, most: number | null): LimitShare | null {
  if (most === null) return null;
  return LIMIT_SHARES.findLast((share) => used * 100 >= share * most) ?? null;
}

/** `parts of text messages`: the units of a limit, as people read them. */
export const LIMIT_UNITS: Readonly<Record<LimitedChannel, string>> = { SMS: 'parts of text messages', LETTER: 'letters' };
