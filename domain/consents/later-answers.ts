import * as v from 'valibot';
import { CHOICE_ANSWERS, type AdditionalChoice } from './consent.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';

/** The ways in which a signer signs answers that they give after their signature: no witness is asked for these. */
export const LATER_METHODS = ['DRAWN', 'TYPED'] as const;

/** An answer to a choice that a signed form leaves open. @property first - the answer that was signed */
export const LaterAnswer = v.object({
  id: v.string(),
  title: v.string(),
  first: v.nullable(v.picklist(CHOICE_ANSWERS)),
  answer: v.picklist(CHOICE_ANSWERS),
});
export type LaterAnswer = v.InferOutput<typeof LaterAnswer>;

/** A choice that a signer is asked about again, with the answer that was signed. */
export type LaterPoint = Pick<LaterAnswer, 'id' | 'title' | 'first'>;

/** The answers that one signer gave in one act after their signature. They stand beside what was signed, and change nothing of it. */
export const LaterAnswers = v.object({
  /** the signer's place and role, and their name on the form */
  signing_order: v.number(),
  role: v.picklist(SIGNER_ROLES),
  name: v.string(),
  /** ISO, by the server at receipt, and the plain date of it where the organisation is */
  at: v.string(),
  day: v.string(),
  /** ISO, by the tablet's clock */
  capturedAt: v.string(),
  method: v.picklist(LATER_METHODS),
  answers: v.array(LaterAnswer),
  /** 64 hex, of what was shown and answered; the digest of the form that was signed is part of it */
  digest: v.string(),
  /** a tablet without a network brought them after the clinician's signature; absent otherwise */
  isLate: v.optional(v.literal(true)),
});
export type LaterAnswers = v.InferOutput<typeof LaterAnswers>;

/** Answers as far as the rule needs them. @property cancelledAt - ISO; of answers that count for nothing, and stay as evidence */
export type LaterRecord = Pick<LaterAnswers, 'signing_order' | 'at' | 'isLate'> & {
  readonly answers: readonly Pick<LaterAnswer, 'id' | 'title' | 'answer'>[];
  readonly cancelledAt?: string | undefined;
};

/** One signer's answer to one choice after their signature. */
export type AnsweredLater = Pick<LaterRecord, 'signing_order' | 'at' | 'isLate'> & Pick<LaterAnswer, 'answer'>;

/**
 * The answers to a choice that signers gave after they had signed: of each signer the last one that came in time, and every one that came
 * late; the oldest first.
 */
export function answeredLater(
  choice: Pick<AdditionalChoice, 'id' | 'title'>,
  laterAnswers: readonly LaterRecord[] | null | undefined,
): AnsweredLater[] {
  const all = (laterAnswers ?? []).flatMap(({ answers, signing_order, at, isLate, cancelledAt }): AnsweredLater[] => {
    const own = answers.find((each) => each.id === choice.id && each.title === choice.title);
    if (own === undefined || cancelledAt !== undefined) return [];
    return [{ answer: own.answer, signing_order, at, ...(isLate === true ? { isLate } : {}) }];
  });
  return all.filter((each) => each.isLate === true || each === all.findLast((other) => isInTimeOf(other, each.signing_order)));
}

/**
 * The answer that counts of a choice. Of several signers the one that asks for most care: a no before a wish to talk, and that before a yes.
 * One that came late is never a yes: the clinician signed without it.
 */
export function answerNow(first: AdditionalChoice['answer'], later: readonly AnsweredLater[]): AdditionalChoice['answer'] {
  if (later.some(({ answer }) => answer === 'REFUSE')) return 'REFUSE';
  if (later.some(({ answer }) => answer === 'DISCUSS')) return 'DISCUSS';
  return later.some(({ isLate }) => isLate !== true) ? 'ACCEPT' : first;
}

/** The choices to which a signer has said yes or no since their signature; other answers of theirs leave the choice open. */
export function settledBy(order: number, laterAnswers: readonly LaterRecord[] | null | undefined): ReadonlySet<string> {
  const own = (laterAnswers ?? []).filter(
    ({ signing_order, cancelledAt }) => signing_order === order && cancelledAt === undefined,
  );
  const last = new Map(own.flatMap(({ answers }) => answers.map(({ id, answer }) => [id, answer] as const)));
  return new Set([...last].flatMap(([id, answer]) => (answer === 'DISCUSS' ? [] : [id])));
}

function isInTimeOf({ signing_order, isLate }: AnsweredLater, order: number): boolean {
  return signing_order === order && isLate !== true;
}
