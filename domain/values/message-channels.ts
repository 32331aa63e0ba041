/** The ways by which a message reaches somebody who signs. APP: the NHS App. */
export const MESSAGE_CHANNELS = ['EMAIL', 'SMS', 'APP', 'LETTER'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

const CHANNEL_WORDS: Readonly<Record<MessageChannel, string>> = {
  EMAIL: 'Email',
  SMS: 'Text message',
  APP: 'NHS App',
  LETTER: 'Letter',
};

/** The channels as options of a field. */
export function channelOptions(): Readonly<Record<MessageChannel, string>> {
  return CHANNEL_WORDS;
}

/** The name of a channel, as people read it. */
export function channelWords(channel: MessageChannel): string {
  return CHANNEL_WORDS[channel];
}
