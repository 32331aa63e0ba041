import * as v from 'valibot';
import { CHOICE_ANSWERS, type AdditionalChoice } from './consent.ts';
import { isAnswer, PAPER_TICKS, type PaperTick } from './paper-ticks.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';

/** The ways in which a signer signs answers that they give after their signature: no witness is asked for these. */
export const LATER_METHODS = ['DRAWN', 'TYPED'] as const;

/** An answer to a choice that a signed form leaves open. @property first - the answer that the form has */
export const LaterAnswer = v.object({
  id: v.string(),
  title: v.string(),
  first: v.nullable(v.picklist(CHOICE_ANSWERS)),
  answer: v.picklist(CHOICE_ANSWERS),
});
export type LaterAnswer = v.InferOutput<typeof LaterAnswer>;

/** A choice that a signer is asked about again, with the answer that was signed. */
export type LaterPoint = Pick<LaterAnswer, 'id' | 'title' | 'first'>;

/**
 * Answers that stand beside what was signed, and change nothing of it: those that one signer gave in one act after their signature, and the
 * ticks on the paper that was signed.
 */
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
  method: v.picklist([...LATER_METHODS, 'PAPER_SCAN']),
  /** of paper the ticks */
  answers: v.array(v.object({ ...LaterAnswer.entries, answer: v.picklist(PAPER_TICKS) })),
  /** the name of the clinician who read the ticks on paper; absent where the signer answered */
  readBy: v.optional(v.string()),
  /** 64 hex, of what was shown and answered; the digest of the form that was signed is part of it */
  digest: v.string(),
  /** a tablet without a network brought them after the clinician's signature; absent otherwise */
  isLate: v.optional(v.literal(true)),
});
export type LaterAnswers = v.InferOutput<typeof LaterAnswers>;
export type RecordedAnswer = LaterAnswers['answers'][number];

/** Answers as far as the rule needs them. @property cancelledAt - ISO; of answers that count for nothing, and stay as evidence */
export type LaterRecord = Pick<LaterAnswers, 'signing_order' | 'at' | 'isLate' | 'readBy'> & {
  readonly answers: readonly Pick<RecordedAnswer, 'id' | 'title' | 'answer'>[];
  readonly cancelledAt?: string | undefined;
};

/** One signer's answer to one choice beside what was signed. @property isRead - ticked on paper, where it may be none that can be read */
export type AnsweredLater = Pick<LaterRecord, 'signing_order' | 'at' | 'isLate'> &
  (
    | { readonly answer: NonNullable<AdditionalChoice['answer']>; readonly isRead?: undefined }
    | { readonly answer: Exclude<PaperTick, 'NONE'>; readonly isRead: true }
  );

/** An answer that somebody signed after their signature. */
export type SignedLater = Extract<AnsweredLater, { readonly isRead?: undefined }>;

/**
 * The answers to a choice beside what was signed: of each signer the last one that came in time, signed or ticked, and every one that came
 * late; the oldest first. No tick is no answer, and takes the place of none.
 */
export function answeredLater(
  choice: Pick<AdditionalChoice, 'id' | 'title'>,
  laterAnswers: readonly LaterRecord[] | null | undefined,
): AnsweredLater[] {
  const all = (laterAnswers ?? []).flatMap((record): AnsweredLater[] => {
    const { signing_order, at, isLate } = record;
    const answer = answerIn(record, choice);
    if (answer === undefined || answer === 'NONE') return [];
    if (isReadOnPaper(record)) return [{ answer, isRead: true, signing_order, at }];
    return isAnswer(answer) ? [{ answer, signing_order, at, ...(isLate === true ? { isLate } : {}) }] : [];
  });
  return all.filter((each) => each.isLate === true || each === all.findLast((other) => isInTimeOf(other, each.signing_order)));
}

/** The ticks of a choice as they stand on the papers, of each signer the last that was read; no tick is none of them. */
export function ticksOnPaper(
  choice: Pick<AdditionalChoice, 'id' | 'title'>,
  laterAnswers: readonly LaterRecord[] | null | undefined,
): AnsweredLater[] {
  return answeredLater(choice, (laterAnswers ?? []).filter(isReadOnPaper));
}

/** Whether answers are ticks on paper, which a clinician has read. */
export function isReadOnPaper({ readBy }: Pick<LaterRecord, 'readBy'>): boolean {
  return readBy !== undefined;
}

/** Whether the tick of a choice was read from a paper, also where there was none. */
export function isTickRead(
  choice: Pick<AdditionalChoice, 'id' | 'title'>,
  laterAnswers: readonly LaterRecord[] | null | undefined,
): boolean {
  return (laterAnswers ?? []).some((record) => isReadOnPaper(record) && answerIn(record, choice) !== undefined);
}

/** The answer of a form with its papers: of what is printed and what is ticked the one that asks for most care; none where nobody can read it. */
export function answerOnForm(printed: AdditionalChoice['answer'], ticks: readonly AnsweredLater[]): AdditionalChoice['answer'] {
  const said = [printed, ...ticks.map(({ answer }) => answer)];
  if (said.includes('REFUSE')) return 'REFUSE';
  if (said.includes('DISCUSS')) return 'DISCUSS';
  if (said.includes('UNCLEAR')) return null;
  return said.includes('ACCEPT') ? 'ACCEPT' : null;
}

/**
 * The answer that counts of a choice. Of several signers the one that asks for most care: a no before a wish to talk, that before a tick that
 * cannot be read, and that before a yes. One that came late is never a yes: the clinician signed without it.
 */
export function answerNow(first: AdditionalChoice['answer'], entries: readonly AnsweredLater[]): AdditionalChoice['answer'] {
  const ticks = entries.filter(({ isRead }) => isRead === true);
  const onForm = answerOnForm(first, ticks);
  if (entries.some(({ answer }) => answer === 'REFUSE') || (ticks.length > 0 && onForm === 'REFUSE')) return 'REFUSE';
  if (entries.some(({ answer }) => answer === 'DISCUSS')) return 'DISCUSS';
  // A signed yes takes the place of the answer that was printed, and of no tick but the signer's own.
  const hasSignedYes = entries.some(({ isLate, isRead }) => isRead === undefined && isLate !== true);
  if (!hasSignedYes) return onForm;
  return ticks.some(({ answer }) => answer === 'UNCLEAR') ? null : 'ACCEPT';
}

/** The choices to which a signer has said yes or no since their signature; other answers of theirs leave the choice open. */
export function settledBy(order: number, laterAnswers: readonly LaterRecord[] | null | undefined): ReadonlySet<string> {
  const own = (laterAnswers ?? []).filter(
    (each) => each.signing_order === order && each.cancelledAt === undefined && !isReadOnPaper(each),
  );
  const last = new Map(own.flatMap(({ answers }) => answers.map(({ id, answer }) => [id, answer] as const)));
  return new Set([...last].flatMap(([id, answer]) => (answer === 'DISCUSS' ? [] : [id])));
}

function isInTimeOf({ signing_order, isLate }: AnsweredLater, order: number): boolean {
  return signing_order === order && isLate !== true;
}

function answerIn({ answers, cancelledAt }: LaterRecord, choice: Pick<AdditionalChoice, 'id' | 'title'>): PaperTick | undefined {
  if (cancelledAt !== undefined) return undefined;
  return answers.find((each) => each.id === choice.id && each.title === choice.title)?.answer;
}
