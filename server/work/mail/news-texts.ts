import { contactWords } from '#domain/organisation/contact-words.ts';
import type { Piece } from './layout.ts';
import { realWords, type MailSender, type MailWords } from './texts.ts';

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
  /** whether it goes to the mailbox of a team */
  toTeam?: true;
};
type ToSigner = {
  readonly words: string;
  /** whether the sentence ends with the ways to reach the organisation */
  readonly endsWithContact: boolean;
  readonly organisation: string;
  readonly support: string;
  /** absent in mails of a build before */
  readonly caseNumber?: string;
};
/** To a signer, about their form; LINK_NEWS with the token that opens it, and sent to nobody once the link has ended. */
export type FormNewsMail = (ToSigner & { kind: 'FORM_NEWS' }) | (ToSigner & { kind: 'LINK_NEWS'; token: string });

/** News of cases to staff: no name and nothing that a form says, as others may read it. */
export function caseNewsWords({ news, toTeam }: CaseNewsMail, { productName, publicOrigin }: MailSender): MailWords {
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
      toTeam === true
        ? 'It comes to this mailbox because it is that of the team.'
        : 'You get it because you are responsible for the case, operate, sent the link, or stand in for whoever did.',
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

/** News of a form to somebody who signs: no name, no procedure, no speciality. */
export function formNewsWords(content: FormNewsMail, { publicOrigin }: MailSender): MailWords {
  const { words, endsWithContact, organisation, support, caseNumber } = content;
  return {
    subject: `News from ${organisation}`,
    pieces: [
      `You, or somebody you look after, is a patient of ${organisation}.`,
      endsWithContact ? `${words} ${contactWords(support)}.` : words,
      ...(content.kind === 'LINK_NEWS' ? [{ link: `${publicOrigin}/login/${content.token}` }] : []),
      realWords({ support, caseNumber }),
    ],
  };
}
