import type { Referral } from '#contract/shapes/referral-shapes.ts';
import type { ReferralAmounts } from '#contract/referrals.ts';
import { DURATION_WORDS, type Duration } from '#domain/base/durations.ts';
import { REFERRAL_STATUSES, type ReferralMove, type ReferralSide, type ReferralStatus } from '#domain/referrals/referral.ts';
import { REFERRAL_WORDS } from '#domain/referrals/referral-words.ts';
import type { InferOutput } from 'valibot';

type Amounts = InferOutput<typeof ReferralAmounts>;
const AMOUNT_OF: Readonly<Record<ReferralStatus | 'ALL', keyof Amounts>> = {
  DRAFT: 'draft',
  UNDER_REVIEW: 'underReview',
  MORE_INFO: 'moreInfo',
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  CLOSED: 'closed',
  ALL: 'total',
};

/** The states that the list offers as tabs, and the others: those that wait for somebody come first. */
const IN_SIGHT = ['UNDER_REVIEW', 'MORE_INFO', 'ACCEPTED', 'ALL'] as const;
const OTHERS = ['DRAFT', 'REJECTED', 'CLOSED'] as const;

/** The states of the list's filter, each with its number once that is known. */
export function referralStatusOptions(amounts: Amounts | undefined) {
  return IN_SIGHT.map((value) => ({
    value,
    label: value === 'ALL' ? 'All' : REFERRAL_WORDS[value].words,
    count: amounts?.[AMOUNT_OF[value]],
  }));
}

/** The other states, each with its number once that is known. */
export function otherStatusOptions(amounts: Amounts | undefined) {
  return [
    { value: '', label: 'Other states' },
    ...OTHERS.map((value) => {
      const count = amounts?.[AMOUNT_OF[value]];
      return { value, label: count === undefined ? REFERRAL_WORDS[value].words : `${REFERRAL_WORDS[value].words} ${count}` };
    }),
  ];
}

/** A status of the filter by its text. */
export function statusOf(text: string): ReferralStatus | 'ALL' {
  return REFERRAL_STATUSES.find((each) => each === text) ?? 'ALL';
}

export const REFERRAL_PERIODS = (['ALL', 'TODAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const satisfies readonly Duration[]).map(
  (value) => ({
    value,
    label: DURATION_WORDS[value],
  }),
);

/** The addressee of a referral: the person, or the speciality. */
export function addresseeWords({ name, speciality }: Referral['to']): string {
  return name ?? speciality ?? 'Nobody';
}

type MoveWords = {
  /** button of the page */
  readonly label: string;
  readonly title: string;
  readonly what: string;
  readonly field: string;
  readonly ok: string;
  readonly isFinal?: true;
};

/** The moves that ask before they are made. */
export const MOVE_WORDS: Readonly<Record<Exclude<ReferralMove, 'REPLY'>, MoveWords>> = {
  ACCEPT: {
    label: 'Accept',
    title: 'Accept this referral?',
    what: 'The case becomes yours. The consent form comes next; you may write it later.',
    field: 'A word to the referrer',
    ok: 'Accept',
  },
  ASK: {
    label: 'Ask a question',
    title: 'Ask the referrer',
    what: 'The referral waits until the referrer answers.',
    field: 'Your question',
    ok: 'Ask',
  },
  REJECT: {
    label: 'Reject',
    title: 'Reject this referral?',
    what: 'The referrer reads the reason. The case ends, and the referrer no longer sees the patient here.',
    field: 'Reason',
    ok: 'Reject',
    isFinal: true,
  },
  CLOSE: {
    label: 'Close',
    title: 'Close this referral?',
    what: 'A case that was accepted goes on without the referrer; any other ends.',
    field: 'Reason',
    ok: 'Close',
    isFinal: true,
  },
};

/** The verb for each move in the conversation. */
export const SAID: Readonly<Record<ReferralMove, string>> = {
  ACCEPT: 'accepted',
  ASK: 'asked',
  REPLY: 'answered',
  REJECT: 'rejected',
  CLOSE: 'closed',
};

/** The next step, for a reader who has no move to make. */
export function referralWaitingWords({ status, to, from }: Referral, sides: readonly ReferralSide[]): string {
  const isReferrer = sides.includes('REFERRER');
  switch (status) {
    case 'DRAFT':
      return `${from.name} has not sent this referral yet.`;
    case 'UNDER_REVIEW':
      return `Waiting for ${addresseeWords(to)}.`;
    case 'MORE_INFO':
      return `Waiting for an answer of ${from.name}.`;
    case 'ACCEPTED':
      return isReferrer ? 'The hospital has taken this patient over. You may follow the case.' : 'This referral was accepted.';
    case 'REJECTED':
      return isReferrer
        ? 'This referral was rejected. The patient and the case are no longer shown to you.'
        : 'This referral was rejected.';
    case 'CLOSED':
      return isReferrer
        ? 'This referral is closed. The patient and the case are no longer shown to you.'
        : 'This referral is closed.';
  }
}
