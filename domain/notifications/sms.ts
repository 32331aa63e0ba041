import { capitalised } from '#domain/base/capitalised.ts';
import { CONTACT_SEPARATOR } from '#domain/organisation/contact-separator.ts';
import type { PageLanguage } from '#domain/values/patient-languages.ts';
import { SIGNER_NEWS, SMS_WORDS, type SignerNews } from './sms-words.ts';

/** The basic characters of GSM 03.38, and those of its extension, which take two places each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€\f';
const BASIC_SET = new Set(BASIC);
const EXTENDED_SET = new Set(EXTENDED);

/** Places of one text message, and of each part of a longer one, of seven bits and of sixteen (3GPP TS 23.040). */
const GSM = { one: 160, part: 153 } as const;
const UCS2 = { one: 70, part: 67 } as const;

/** Parts that a text message may have [choice]. */
export const SMS_PARTS_MOST = 4;

/** The parts in which a network sends a text message: each is paid for. */
export function smsPartsOf(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((each) => BASIC_SET.has(each) || EXTENDED_SET.has(each));
  const { one, part } = isGsm ? GSM : UCS2;
  const units = isGsm ? characters.reduce((sum, each) => sum + (EXTENDED_SET.has(each) ? 2 : 1), 0) : text.length;
  return units <= one ? 1 : Math.ceil(units / part);
}

/** All that a service gets of a message beside where it goes: no patient, clinician, procedure, speciality or ward can be passed. */
export type MessageContent = {
  readonly organisation: string;
  /** the whole message */
  readonly text: string;
  /** empty where it opens nothing */
  readonly url: string;
  readonly until: string;
  /** the ways to reach the organisation */
  readonly phone: string;
};

/** All that a text message may say: nothing of a patient, a clinician or a procedure can be passed (messages, section 0). */
type SmsFacts = {
  readonly language: PageLanguage;
  readonly organisation: string;
  /** the ways to reach the organisation, as the server tells them */
  readonly support: string;
};
type LinkSms = SmsFacts & {
  readonly url: string;
  /** the last whole day, plain date */
  readonly until: string;
  readonly isReminder: boolean;
};

/** The text message with a link to a form. */
export function linkSms({ language, organisation, support, url, until, isReminder }: LinkSms): string {
  const { ask, askAgain, date, gap } = SMS_WORDS[language];
  const words = isReminder ? askAgain(date(until)) : ask(date(until));
  return [`${organisation}: ${words}`, url, isItReal(support, language)].join(gap);
}

type NewsSms = SmsFacts & { readonly news: SignerNews; readonly url: string | null };

/** The text message of news of a form. */
export function newsSms({ language, organisation, support, news, url }: NewsSms): string {
  const { news: sentences, contact, gap } = SMS_WORDS[language];
  const words = sentences[news](contact(phoneOf(support)));
  return [`${organisation}: ${words}`, ...(url === null ? [] : [url]), isItReal(support, language)].join(gap);
}

type LongestSms = Pick<SmsFacts, 'organisation' | 'support'> & {
  readonly languages: readonly PageLanguage[];
  readonly url: string;
};

/** The parts of the longest text message that an organisation can send, and its language: all kinds, on the longest day there is. @param url - as long as that of each link */
export function longestSms({ languages, url, ...facts }: LongestSms): {
  readonly parts: number;
  readonly language: PageLanguage;
} {
  const texts = languages.flatMap((language) => [
    ...LONG_DAYS.flatMap((until) =>
      [true, false].map((isReminder) => ({ language, text: linkSms({ ...facts, language, url, until, isReminder }) })),
    ),
    ...SIGNER_NEWS.map((news) => ({ language, text: newsSms({ ...facts, language, news, url }) })),
  ]);
  const [longest] = texts
    .map(({ language, text }) => ({ language, parts: smsPartsOf(text) }))
    .toSorted((one, other) => other.parts - one.parts);
  return longest ?? { parts: 0, language: 'en' };
}

/** A day of each month, of two digits: one of them is the longest in each language. */
const LONG_DAYS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-28`);

/** The text message by which an administrator sees that the way works. */
export function testSms({ organisation }: Pick<SmsFacts, 'organisation'>): string {
  return `${organisation}: this is a test of text messages. There is nothing to do.`;
}

function isItReal(support: string, language: PageLanguage): string {
  const words = SMS_WORDS[language];
  return words.isItReal(capitalised(words.contact(phoneOf(support))));
}

/**
 * The telephone number alone, where there is one: each place of a text message is paid for.
 *
 * @param support - the ways to reach the organisation, as the server tells them
 */
export function phoneOf(support: string): string {
  const ways = support.split(CONTACT_SEPARATOR);
  return ways.find((each) => !each.includes('@')) ?? support;
}
