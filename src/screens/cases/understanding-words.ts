import type { StateWords } from '#domain/cases/state-words.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerUnderstanding, UnderstandingResult } from '#domain/library/understanding.ts';

/** How a question was answered, in words. */
export function understandingOutcomeWords({ outcome, wrong }: UnderstandingResult): StateWords {
  const count = wrong.length;
  if (outcome === 'WRONG') return { tone: 'warn', words: count > 1 ? `Wrong, ${timesWord(count)}` : 'Wrong' };
  if (outcome === 'SKIPPED')
    return count > 0 ? { tone: 'warn', words: `Wrong ${timesWord(count)}, then left` } : { tone: 'plain', words: 'Not answered' };
  return { tone: 'ok', words: count > 0 ? `Right at the ${TRY_WORDS[count - 1] ?? 'last'} try` : 'Right' };
}

/** The try after so many wrong ones. */
const TRY_WORDS = ['second', 'third', 'fourth'] as const;

/** `once`, `twice`, `three times`. */
function timesWord(count: number): string {
  return ['once', 'twice'][count - 1] ?? `${numberWord(count)} times`;
}

/** The wrong answers of a question as a sentence; empty without any. */
export function wrongWords({ wrong }: UnderstandingResult): string {
  return wrong.length === 0 ? '' : `Answered: ${wrong.map((each) => `“${each}”`).join(', then ')}`;
}

/** Whether the clinician should talk about a question before signing: the last answer is wrong, or a wrong one was left. */
export function needsTalk({ outcome, wrong }: UnderstandingResult): boolean {
  return outcome !== 'RIGHT' && wrong.length > 0;
}

/** The person who answered: the name, or the role where a tablet knows no name. */
export function answererWords({ role, name }: SignerUnderstanding): string {
  return name === '' && isSignerRole(role) ? ROLE_WORDS[role] : name;
}
