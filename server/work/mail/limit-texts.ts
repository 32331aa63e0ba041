import { formatCount } from '#domain/base/format-count.ts';
import { LIMIT_UNITS, type LimitedChannel } from '#domain/organisation/month-limits.ts';
import { channelWords, type MessageChannel } from '#domain/values/message-channels.ts';
import type { MailSender, MailWords } from './texts.ts';

/** To those who manage the organisation: a month's messages are nearly or wholly used, or a service serves it no more. */
export type LimitMail =
  | { kind: 'LIMIT_80' | 'LIMIT_100'; channel: LimitedChannel; used: number; most: number }
  | { kind: 'CHANNEL_PAUSED'; channel: MessageChannel };

/** The words say how much is used, or which way waits, and what becomes of the messages; they name no patient and no case. */
export function limitMailWords(content: LimitMail, { publicOrigin }: MailSender): MailWords {
  const closing = [{ link: `${publicOrigin}/messages` }, 'You get it because you manage your organisation.'];
  const { kind, channel } = content;
  if (kind === 'CHANNEL_PAUSED') {
    const way = channelWords(channel);
    return {
      subject: `messages wait (${way})`,
      pieces: [
        `The service does not let your organisation in any more. Messages that go this way wait: ${way}.`,
        'See whether its key is right, then send a test. What waits goes out once a test is taken. What waits too long goes by the next way.',
        ...closing,
      ],
    };
  }
  const units = LIMIT_UNITS[channel];
  const isAll = kind === 'LIMIT_100';
  const after =
    channel === 'SMS'
      ? 'until the month ends, messages go by the next way, and somebody who has no other way gets none.'
      : 'until the month ends, no letter can be made.';
  return {
    subject: isAll ? `this month’s ${units} are used up` : `most of this month’s ${units} are used`,
    pieces: [
      `Your organisation has used ${formatCount(content.used)} of the ${formatCount(content.most)} ${units} of this month.`,
      isAll
        ? `The limit is reached: ${after} You can raise it on this page:`
        : `Once all are used: ${after} You can raise the limit on this page:`,
      ...closing,
    ],
  };
}
