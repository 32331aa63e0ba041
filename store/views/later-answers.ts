import type { AdditionalChoice } from '#domain/consents/consent.ts';
import type { LaterAnswers } from '#domain/consents/later-answers.ts';
import { isSameSigner, type Recipient } from '#domain/consents/recipients.ts';
import { canAnswerLater } from '#domain/documents/later-points.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { LocalConsent, LocalLaterAnswers } from '#store/entities/types.ts';

/**
 * The answers after a signature: those of the server's copy, and behind them those that this device has and the copy lacks. Where the copy
 * has the clinician's signature, or has ended, the server will take them as late, or refuse them: they settle nothing here either.
 */
export function laterAnswersView(
  { server, answered = [] }: Pick<LocalConsent, 'server' | 'answered'>,
  around: Around,
): { laterAnswers?: LaterAnswers[] } {
  const known = server?.laterAnswers ?? [];
  const isKnown = ({ digest, capturedAt }: LocalLaterAnswers) =>
    known.some((each) => each.digest === digest && each.capturedAt === capturedAt);
  const late = server === null || canAnswerLater(server) ? {} : { isLate: true as const };
  const local = answered.filter((each) => !isKnown(each)).flatMap((each) => inFull({ ...each, ...late }, around) ?? []);
  return known.length + local.length === 0 ? {} : { laterAnswers: [...known, ...local] };
}

/** `choices`: with the answers that were signed; `timeZone`: IANA name. */
type Around = {
  readonly recipients: readonly Recipient[];
  readonly choices: readonly AdditionalChoice[];
  readonly timeZone: string;
};

function inFull(
  { answers, ...given }: LocalLaterAnswers & Pick<LaterAnswers, 'isLate'>,
  { recipients, choices, timeZone }: Around,
): LaterAnswers | undefined {
  const me = recipients.find((each) => isSameSigner(each, given));
  if (me === undefined) return undefined;
  const firstOf = (id: string) => choices.find((each) => each.id === id)?.answer ?? null;
  return {
    ...given,
    signing_order: me.signing_order,
    name: me.recipient_name,
    day: localDate(Date.parse(given.at), timeZone),
    answers: answers.map((each) => ({ ...each, first: firstOf(each.id) })),
  };
}
