import type { Piece } from './layout.ts';
import { TO_TEAM, type MailSender, type MailWords } from './texts.ts';

/**
 * To staff, about their cases; `listedDay` of an urgent one, in words; `recordID` null for news of several, which Home shows. Mails of a build
 * before have no `caseNumber`.
 */
export type CaseNewsMail = {
  kind: 'CASE_NEWS';
  news: readonly {
    readonly words: string;
    readonly recordID: string | null;
    readonly caseNumber?: string;
    readonly listedDay?: string;
  }[];
  /** of mails that go to no account: the mailbox of a team, or whom the organisation names for what is urgent */
  mailbox?: 'TEAM' | 'CONTACT';
};
const READER_WORDS = {
  TEAM: TO_TEAM,
  CONTACT: 'It comes to this address because your organisation names it for what is urgent.',
  ACCOUNT: 'You get it because you are responsible for the case, operate, sent the link, or stand in for whoever did.',
} as const;

/** News of cases to staff: no name and nothing that a form says, as others may read it. */
export function caseNewsWords({ news, mailbox }: CaseNewsMail, { productName, publicOrigin }: MailSender): MailWords {
  const lines = news.map(({ words, listedDay }) => (listedDay === undefined ? words : `Listed for ${listedDay}: ${words}`));
  const [first] = lines;
  return {
    subject: lines.length === 1 && first !== undefined ? withNumber(first.slice(0, -1), news[0]?.caseNumber) : newsOfCases(news),
    pieces: [
      ...news.flatMap(({ recordID, caseNumber }, at): Piece[] => [
        withNumber(lines[at] ?? '', caseNumber),
        { link: recordID === null ? `${publicOrigin}/` : `${publicOrigin}/consent?id=${recordID}` },
      ]),
      `This email says nothing about the patient. Sign in to ${productName} to see more.`,
      READER_WORDS[mailbox ?? 'ACCOUNT'],
    ],
  };
}

/** `A link was locked, C-000417`; a sentence as `A link was locked. (C-000417)`. */
function withNumber(words: string, caseNumber: string | undefined): string {
  if (caseNumber === undefined) return words;
  return words.endsWith('.') ? `${words} (${caseNumber})` : `${words}, ${caseNumber}`;
}

function newsOfCases(news: CaseNewsMail['news']): string {
  const cases = new Set(news.map(({ recordID }) => recordID)).size;
  return cases === 1 ? 'news of a case' : `news of ${cases} cases`;
}
