import type { Verdict } from '#contract/reference.ts';
import type { StateTone } from '#domain/state-words.ts';

/** A verdict at a glance: its word, whether it is in force, and its tone. */
export type VerdictWords = {
  readonly tone: StateTone;
  readonly word: string;
  readonly title: string;
  /** a line below the title: that a form which is not in force is real all the same */
  readonly line: string | null;
};

const STATUS_WORDS = {
  IN_FORCE: { tone: 'ok', word: 'AUTHENTIC', title: 'This form is real and in force', line: null },
  SUPERSEDED: { tone: 'warn', word: 'REPLACED', title: 'A newer form has replaced this one', line: 'The document is real.' },
  WITHDRAWN: { tone: 'stop', word: 'WITHDRAWN', title: 'The consent has been withdrawn', line: 'The document is real.' },
  VOIDED: {
    tone: 'stop',
    word: 'VOID',
    title: 'This form was recorded in error',
    line: 'The document is real. It does not count.',
  },
} as const;

/** A form in force that has grown old. */
const CONFIRM_WORDS = {
  DUE: { tone: 'warn', word: 'AUTHENTIC', title: 'This form is real and in force', line: 'It has to be confirmed on the day.' },
  LAPSED: { tone: 'stop', word: 'LAPSED', title: 'This consent has lapsed', line: 'The document is real. A new form is needed.' },
} as const;

/** ALTERED or UNKNOWN, else the state of the form: AUTHENTIC is the chip of one in force alone. */
export function verdictWords({ state, status, confirmState }: Pick<Verdict, 'state' | 'status' | 'confirmState'>): VerdictWords {
  if (state === 'ALTERED') return { tone: 'stop', word: 'ALTERED', title: 'This file is not what was sealed', line: null };
  if (state === 'UNKNOWN') return { tone: 'warn', word: 'UNKNOWN', title: 'This form is not known here', line: null };
  if (status === null)
    return { tone: 'warn', word: 'AUTHENTIC', title: 'This form is real; whether it is in force is not known', line: null };
  if (confirmState === 'DUE' || confirmState === 'LAPSED') return CONFIRM_WORDS[confirmState];
  return STATUS_WORDS[status];
}

/** A code as printed under a form's QR code, normalised from any input: no spaces, capital letters. */
export function tidyCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}
