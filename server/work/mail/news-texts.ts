import type { Piece } from './layout.ts';
import type { MailSender, MailWords } from './texts.ts';

/** To staff, about their cases; `listedDay` of an urgent one, in words. */
export type CaseNewsMail = {
  kind: 'CASE_NEWS';
  news: readonly { readonly words: string; readonly recordID: string; readonly listedDay?: string }[];
};
/** To a signer; `support` reaches the organisation and ends the sentence where `isRinging`, `token` opens their form. */
export type FormNewsMail = {
  kind: 'FORM_NEWS';
  words: string;
  isRinging: boolean;
  organisation: string;
  support: string;
  token?: string;
};

/** News of cases to staff: no name and nothing that a form says, as others may read it. */
export function caseNewsWords({ news }: CaseNewsMail, { productName, publicOrigin }: MailSender): MailWords {
  const lines = news.map(({ words, listedDay }) => (listedDay === undefined ? words : `Listed for ${listedDay}: ${words}`));
  const [first] = lines;
  return {
    subject: lines.length === 1 && first !== undefined ? first.slice(0, -1) : newsOfCases(news),
    pieces: [
      ...news.flatMap(({ recordID }, at): Piece[] => [lines[at] ?? '', { link: `${publicOrigin}/consent?id=${recordID}` }]),
      `This email says nothing about the patient. Sign in to ${productName} to see more.`,
      'You get it because you are responsible for the case, operate, or sent the link.',
    ],
  };
}

function newsOfCases(news: CaseNewsMail['news']): string {
  const cases = new Set(news.map(({ recordID }) => recordID)).size;
  return cases === 1 ? 'news of a case' : `news of ${cases} cases`;
}

/** News of a form to somebody who signs: no name, no procedure, no speciality. */
export function formNewsWords(
  { words, isRinging, organisation, support, token }: FormNewsMail,
  { publicOrigin }: MailSender,
): MailWords {
  return {
    subject: `News from ${organisation}`,
    pieces: [
      `You, or somebody you look after, is a patient of ${organisation}.`,
      isRinging ? `${words} ${support}.` : words,
      ...(token === undefined ? [] : [{ link: `${publicOrigin}/login/${token}` }]),
      `Is it real? Ring the number on your hospital letter, or ask: ${support}.`,
    ],
  };
}
