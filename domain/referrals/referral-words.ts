import type { ReferralStatus } from './referral.ts';
import type { StateWords } from '#domain/cases/state-words.ts';

/** The state of a referral in words. */
export const REFERRAL_WORDS: Readonly<Record<ReferralStatus, StateWords>> = {
  DRAFT: { tone: 'plain', words: 'Not sent yet' },
  UNDER_REVIEW: { tone: 'info', words: 'Under review' },
  MORE_INFO: { tone: 'warn', words: 'Question asked' },
  ACCEPTED: { tone: 'ok', words: 'Accepted' },
  REJECTED: { tone: 'stop', words: 'Rejected' },
  CLOSED: { tone: 'plain', words: 'Closed' },
};

/** The state of a case without a form, which is that of its referral: "Referral: under review". */
export function referredCaseWords(status: ReferralStatus): StateWords {
  const { tone, words } = REFERRAL_WORDS[status];
  return { tone, words: `Referral: ${words.toLowerCase()}` };
}
