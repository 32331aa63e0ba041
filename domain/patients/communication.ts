import * as v from 'valibot';
import { laterPart, withDefault } from '#domain/values/field.ts';
import { channelOptions, MESSAGE_CHANNELS } from '#domain/values/message-channels.ts';

/** How a patient reads, in words: also those that FHIR carries as text. */
export const READING_FORMATS = {
  STANDARD: 'Standard',
  LARGE_PRINT: 'Large print',
  EASY_READ: 'Easy read',
  READ_ALOUD: 'Read aloud',
};
const ChannelParts = v.picklist(MESSAGE_CHANNELS, `Each must be one of ${MESSAGE_CHANNELS.join(', ')}`);
const ChannelsParts = v.pipe(
  v.array(ChannelParts, 'The Does not want messages by must be a list'),
  // In one order, and each once: two lists that say the same are the same.
  v.transform((chosen) => MESSAGE_CHANNELS.filter((channel) => chosen.includes(channel))),
);
type OneParts = typeof ChannelParts;
type ManyParts = typeof ChannelsParts;
// Interfaces, so that declarations name the schemas: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface ChannelSchema extends OneParts {}
// oxlint-disable-next-line typescript/consistent-type-definitions -- as above
export interface ChannelsSchema extends ManyParts {}
/** A way of messages, and the ways that somebody refuses. */
export const WishedChannel: ChannelSchema = ChannelParts;
export const RefusedChannels: ChannelsSchema = ChannelsParts;

/** How a patient reads, hears and is written to. `language` is a BCP 47 tag. */
export const COMMUNICATION = {
  language: {
    label: 'Language',
    control: { kind: 'language' },
    ...withDefault({
      schema: v.pipe(
        v.string('The Language must be text'),
        v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'The Language must be a language tag like en or pl'),
      ),
      stored: v.string(),
      empty: 'en',
    }),
  },
  interpreterNeeded: {
    label: 'Interpreter needed',
    control: { kind: 'yesNo' },
    mustChoose: true,
    ...withDefault({ schema: v.boolean('The Interpreter needed must be yes or no'), stored: v.boolean(), empty: false }),
  },
  format: {
    label: 'Reading format',
    control: { kind: 'select', options: READING_FORMATS },
    ...withDefault({
      schema: v.picklist(keysOf(READING_FORMATS), `The Reading format must be one of ${keysOf(READING_FORMATS).join(', ')}`),
      stored: v.picklist(keysOf(READING_FORMATS)),
      empty: 'STANDARD',
    }),
  },
  preferred: {
    label: 'Prefers to hear by',
    control: { kind: 'select', options: channelOptions() },
    isOptional: true,
    ...laterPart({
      schema: v.nullable(WishedChannel),
      stored: v.nullable(WishedChannel),
      empty: null,
    }),
  },
  refused: {
    label: 'Does not want messages by',
    control: { kind: 'ticks', options: channelOptions() },
    isOptional: true,
    hint: 'No message goes by a way that is ticked.',
    ...laterPart({
      schema: RefusedChannels,
      stored: v.array(WishedChannel),
      empty: [],
    }),
  },
} as const;

/** The keys of the options of a field. */
export function keysOf<T extends object>(options: T): readonly (keyof T & string)[] {
  // The keys of a literal, and no others.
  return Object.keys(options) as (keyof T & string)[];
}
