import type { Verdict } from '#contract/reference.ts';
import type { StateTone } from '#domain/state-words.ts';

/** A verdict at a glance: its word, whether it is in force, and its tone. */
export type VerdictWords = { readonly tone: StateTone; readonly word: string; readonly title: string };

const STATUS_WORDS = {
  IN_FORCE: { tone: 'ok', title: 'This form is real and in force' },
  SUPERSEDED: { tone: 'warn', title: 'This form is real, but a newer one has replaced it' },
  WITHDRAWN: { tone: 'stop', title: 'This form is real, but the consent has been withdrawn' },
  VOIDED: { tone: 'stop', title: 'This form is real, but it has been made void' },
} as const;

/** AUTHENTIC, ALTERED or UNKNOWN, and whether it is still in force. */
export function verdictWords({ state, status }: Pick<Verdict, 'state' | 'status'>): VerdictWords {
  if (state === 'ALTERED') return { tone: 'stop', word: 'ALTERED', title: 'This file is not what was sealed' };
  if (state === 'UNKNOWN') return { tone: 'warn', word: 'UNKNOWN', title: 'This form is not known here' };
  if (status === null)
    return { tone: 'warn', word: 'AUTHENTIC', title: 'This form is real; whether it is in force is not known' };
  return { word: 'AUTHENTIC', ...STATUS_WORDS[status] };
}

/** A code as printed under a form's QR code, normalised from any input: no spaces, capital letters. */
export function tidyCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}
