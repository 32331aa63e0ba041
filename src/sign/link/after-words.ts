import { isConsenter } from '#domain/consents/recipients.ts';
import { isInterpreter } from '#domain/forms/signer-roles.ts';
import { OWN_PAGE_PATH } from '#domain/signing/own-page.ts';
import { pageRightsOf, pageStateOf, type PageEnd, type PageState } from '#domain/signing/page-state.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { signerOf } from '#src/sign/steps.ts';
import type { Contacts } from '#src/sign/texts/home-texts.ts';
import type { LinkTexts } from '#src/sign/texts/link-texts.ts';
import type { Texts } from '#src/sign/texts/texts.ts';

/** The page of a signer who has answered: the state of the form in words, and what they can do. */
export type AfterWords = {
  readonly h1: string;
  readonly lines: readonly string[];
  readonly canDownload: boolean;
  readonly canWithdraw: boolean;
  readonly canAsk: boolean;
  /** whether they may add a note, for the team to read */
  readonly canWrite: boolean;
  /** whether another signer's answer is pending */
  readonly isWaiting: boolean;
  /** below a question that nobody has answered yet */
  readonly openQuestion: string;
};

type Around = Contacts & { readonly host?: string };
type Words = Pick<LinkTexts, 'after' | 'ended' | 'mistake' | 'ask'> & Pick<Texts, 'date'>;

/** The texts for a signer after the answer, and on each return. */
export function afterWordsOf(details: TicketDetails, around: Around, words: Words): AfterWords {
  const { role, consent } = details;
  const me = signerOf(details);
  const answered = { role, required: me?.required, ...inputOf(details) };
  const page = pageStateOf(answered);
  const rights = pageRightsOf(answered);
  const isOwn = isConsenter(answered);
  const { h1, lines } = isOwn
    ? deciderWords(page, details, { ...around, words })
    : otherWords(page, details, { ...around, words });
  return {
    h1,
    lines,
    canDownload: rights.copy !== null && (rights.copy !== 'VIEW' || consent.signedAt !== null),
    canWithdraw: me !== undefined && rights.mayTakeBack,
    canAsk: rights.mayAsk,
    canWrite: rights.mayWrite,
    isWaiting: isOwn && page === 'WAITING',
    openQuestion: isOwn ? words.ask.sent(ownPage(around)) : words.ask.sentAlone,
  };
}

/** The form as the rule of the page reads it. A signer who is on the form no more has signed, as far as the page knows. */
function inputOf(details: TicketDetails) {
  const { extras, consent } = details;
  const { done } = extras ?? {};
  const end: PageEnd | null =
    extras?.isClosed === true ? 'CLOSED' : done === undefined ? null : done.isTakenBack ? 'TAKEN_BACK' : 'DONE';
  return {
    state: signerOf(details)?.state ?? 'SIGNED',
    status: consent.status,
    isLapsed: extras?.lapsedAfterDays !== undefined,
    end,
  };
}

type PageWords = { readonly h1: string; readonly lines: readonly string[] };
type WordsContext = Around & { readonly words: Words };

/** The words for somebody who decides, a row for each state. */
function deciderWords(page: PageState, { consent, extras }: TicketDetails, { words, ...around }: WordsContext): PageWords {
  const { organisation, support } = around;
  const { after, ended, mistake, date } = words;
  const decided = extras?.decisionDate === undefined ? '' : date(extras.decisionDate);
  const done = extras?.done === undefined ? [] : [after.done(date(extras.done.on))];
  const isWhole = consent.status === 'SIGNED' ? [after.complete] : [];
  const noneNewer = extras?.hasNewer === false;
  switch (page) {
    case 'WAITING':
      return { h1: after.signed, lines: [after.toCome, after.comeBack(ownPage(around)), after.mind(support)] };
    case 'SIGNED':
      return { h1: after.signed, lines: [after.complete, after.mind(support)] };
    case 'LAPSED':
      return { h1: after.signed, lines: [after.lapsed(extras?.lapsedAfterDays ?? 0), after.mind(support)] };
    case 'DONE':
      return { h1: after.signed, lines: [...done, ...isWhole] };
    // Until somebody has found out whether it was done, the telephone is the way.
    case 'TAKEN_BACK':
      return { h1: after.teamKnows, lines: [...done, after.notDone(support)] };
    case 'CLOSED':
      return { h1: after.signed, lines: [after.closed, ...isWhole] };
    case 'WITHDRAWN':
      return { h1: after.withdrawn, lines: [after.withdrawnOn(decided), after.nothingDone, after.sayYes(organisation)] };
    case 'SUPERSEDED':
      return noneNewer
        ? { h1: after.withdrawn, lines: [ended.ask(organisation)] }
        : { h1: after.replaced, lines: [after.replacedLine] };
    case 'DECLINED':
      return {
        h1: after.declined,
        lines: [after.declinedOn(decided), extras?.isClosed === true ? after.closed : after.nextTalk, after.sayYes(organisation)],
      };
    case 'OTHER_DECLINED':
      return { h1: after.otherDeclined, lines: after.otherDeclinedLines };
    case 'EXPIRED':
      return { h1: after.expired, lines: [...after.expiredLines, ended.ask(organisation)] };
    // Of one that was a mistake the server shows nothing: this one lacked signatures when a newer one was signed.
    case 'VOIDED':
      return { h1: after.replaced, lines: [after.replacedLine, mistake.ring(support)] };
  }
}

/** The words for an interpreter, a witness and whoever is consulted: of their own part, and that the form has ended. */
function otherWords(page: PageState, details: TicketDetails, { words, ...around }: WordsContext): PageWords {
  const { after } = words;
  if (page === 'DECLINED' && isInterpreter(details.role)) return { h1: after.cannotSign, lines: after.cannotSignLines };
  switch (page) {
    case 'WAITING':
    case 'SIGNED':
    case 'LAPSED':
    case 'DONE':
    case 'TAKEN_BACK':
    case 'CLOSED':
      return { h1: after.signed, lines: [after.nothing] };
    case 'DECLINED':
      return { h1: after.declined, lines: [after.declinedOn(dayOf(details, words)), after.nextTalk] };
    case 'WITHDRAWN':
      return { h1: after.withdrawn, lines: [after.withdrawnOn(dayOf(details, words)), after.nothingDone] };
    default:
      return deciderWords(page, details, { ...around, words });
  }
}

function dayOf({ extras }: TicketDetails, { date }: Words): string {
  return extras?.decisionDate === undefined ? '' : date(extras.decisionDate);
}

function ownPage({ host = '' }: Around): string {
  return `${host}${OWN_PAGE_PATH}`;
}
