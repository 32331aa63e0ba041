import type { StateWords } from '#domain/cases/state-words.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerUnderstanding, UnderstandingResult } from '#domain/library/understanding.ts';

/** How a question was answered, in words. */
export function understandingOutcomeWords({ outcome, wrong }: UnderstandingResult): StateWords {
  if (outcome === 'WRONG') return { tone: 'warn', words: wrong.length > 1 ? 'Wrong, twice' : 'Wrong' };
  if (outcome === 'SKIPPED') return { tone: 'plain', words: wrong.length > 0 ? 'Wrong, then not answered' : 'Not answered' };
  return { tone: 'ok', words: wrong.length > 0 ? 'Right at the second try' : 'Right' };
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
