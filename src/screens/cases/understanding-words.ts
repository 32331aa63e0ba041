import type { StateWords } from '#domain/cases/state-words.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerUnderstanding, UnderstandingResult } from '#domain/library/understanding.ts';
import { understandingWords } from '#domain/library/understanding-words.ts';

/** How a question was answered, in words. */
export function understandingOutcomeWords(result: UnderstandingResult): StateWords {
  const tone = result.outcome === 'RIGHT' ? 'ok' : result.wrong.length > 0 ? 'warn' : 'plain';
  return { tone, words: understandingWords(result) };
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
