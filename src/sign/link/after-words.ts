import { decides, isInterpreter, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { OWN_PAGE_PATH } from '#domain/signing/own-page.ts';
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
};

/** The texts for a signer after the answer, and on each return. */
export function afterWordsOf(
  details: TicketDetails,
  { organisation, support, host = '' }: Contacts & { readonly host?: string },
  { after: words, ended, date }: Pick<LinkTexts, 'after' | 'ended'> & Pick<Texts, 'date'>,
): AfterWords {
  const { role, consent } = details;
  const me = signerOf(details);
  const isDecider = decides(role);
  const none = { canDownload: false, canWithdraw: false, canAsk: false, canWrite: false, isWaiting: false };
  const sealed = isDecider && consent.signedAt !== null;
  if (me?.state === 'DECLINED') {
    if (isInterpreter(role)) return { ...none, h1: words.cannotSign, lines: words.cannotSignLines };
    // A no that has ended the form has its paper.
    const hasPaper = isDecider && consent.status === 'DECLINED';
    return {
      ...none,
      h1: words.declined,
      lines: [...words.declinedLines, words.sayYes(organisation)],
      canDownload: hasPaper,
      canAsk: isDecider,
      canWrite: isDecider,
    };
  }
  switch (consent.status) {
    case 'DECLINED':
      return { ...none, h1: words.otherDeclined, lines: words.otherDeclinedLines };
    case 'WITHDRAWN':
      return {
        ...none,
        h1: words.withdrawn,
        lines: [...words.withdrawnLines, words.sayYes(organisation)],
        canDownload: sealed,
        canAsk: isDecider,
        canWrite: isDecider,
      };
    case 'EXPIRED':
      return { ...none, h1: words.expired, lines: [...words.expiredLines, ended.ask(organisation)] };
    case 'SUPERSEDED':
    case 'VOIDED':
      return { ...none, h1: words.replaced, lines: words.replacedLines };
    default: {
      const isComplete = consent.status === 'SIGNED';
      const done = details.extras?.done;
      // Until somebody has found out whether it was done, the telephone is the way.
      if (done?.isTakenBack === true)
        return {
          ...none,
          h1: words.teamKnows,
          lines: [words.done(date(done.on)), words.notDone(support)],
          canDownload: isDecider,
          canAsk: true,
          canWrite: isDecider,
        };
      if (!isDecider) return { ...none, h1: words.signed, lines: [words.nothing], canAsk: ROLE_RULES[role].mayAsk };
      return {
        h1: words.signed,
        lines: [
          ...(done === undefined ? [] : [words.done(date(done.on))]),
          ...(isComplete ? [words.complete] : [words.toCome, words.comeBack(`${host}${OWN_PAGE_PATH}`)]),
          words.mind(support),
        ],
        canDownload: isComplete,
        // Written out: the page of a tablet does without a function for it.
        canWithdraw: isComplete && me !== undefined && me.required !== false,
        canAsk: true,
        canWrite: true,
        isWaiting: !isComplete,
      };
    }
  }
}
