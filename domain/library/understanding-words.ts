import { numberWord } from '#domain/base/duration-words.ts';
import type { UnderstandingResult } from './understanding.ts';

/** How a question ended and how often it was answered wrongly before, without an answer: `Wrong once, then left`. */
export function understandingWords({
  outcome,
  wrong: { length: count },
}: Pick<UnderstandingResult, 'outcome' | 'wrong'>): string {
  switch (outcome) {
    case 'WRONG':
      return count > 1 ? `Wrong, ${timesWord(count)}` : 'Wrong';
    case 'SKIPPED':
      return count > 0 ? `Wrong ${timesWord(count)}, then left` : 'Not answered';
    case 'RIGHT':
      return count > 0 ? `Right at the ${TRY_WORDS[count - 1] ?? 'last'} try` : 'Right';
  }
}

/** The try after so many wrong ones. */
const TRY_WORDS = ['second', 'third', 'fourth'] as const;

/** `once`, `twice`, `three times`. */
function timesWord(count: number): string {
  return ['once', 'twice'][count - 1] ?? `${numberWord(count)} times`;
}
