import { IMPLIED_CHOICES, STARTER_CHOICES } from '#domain/consents/consent.ts';
import type { MeaningTexts } from '#domain/meanings/meaning-texts.ts';
import { FAILURES, type FailureKey } from '#domain/base/messages.ts';
import { english } from './texts.ts';

/** The refusals of the server that a signer can meet. */
const MET = [
  'INVALID',
  'TICKET_ENDED',
  'DEVICE_REVOKED',
  'NOT_FOUND',
  'VERSION_CONFLICT',
  'ALREADY_SIGNED',
  'SIGNED_CONTENT_MISMATCH',
  'MOVE_REFUSED',
  'ANSWERS_FULL',
  'OPEN_QUESTION',
  'IN_PROGRESS',
  'LINK_ENDED',
  'RECORDED_IN_ERROR',
  'TOO_LARGE',
  'UPDATE_REQUIRED',
  'SLOW_DOWN',
  'FAILED',
  'BUSY',
] as const satisfies readonly FailureKey[];

/** The meanings of fixed English sentences from outside these pages. */
export type SentenceTexts = {
  readonly failures: Readonly<Record<(typeof MET)[number], string>>;
  /** the choices that a new consent starts with */
  readonly choices: MeaningTexts['choices'];
};

/** The meanings by the English sentence. @param texts - of the page, which a tablet's own refusals repeat in English */
export function meaningsOf(
  { failures, choices }: SentenceTexts,
  texts: Record<'cleared' | 'full', string>,
): Readonly<Record<string, string>> {
  return {
    [english.cleared]: texts.cleared,
    [english.full]: texts.full,
    'Too many tries': failures.SLOW_DOWN,
    ...Object.fromEntries(MET.map((key) => [FAILURES[key].message, failures[key]])),
    ...Object.fromEntries(
      [...STARTER_CHOICES, ...IMPLIED_CHOICES].map(({ id, title }) => [title, choices[id as keyof typeof choices]]),
    ),
  };
}
