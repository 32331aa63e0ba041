import { sha256HexAsync } from '#contract/engine/hex.ts';
import type { InputOf } from '#contract/engine/define.ts';
import type { laterAnswers } from '#contract/later-answers.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import type { LaterAnswer, LaterPoint } from '#domain/consents/later-answers.ts';
import { isUnlikeName, type Strokes } from '#domain/signing/signature.ts';
import { LATER_STATEMENT, laterDigest } from '#domain/signing/later-signature.ts';
import { digestShownContent } from './content-digest.ts';
import type { FormInput } from './form-input.ts';
import { signerName, signerOf } from './steps.ts';

/** The answers of a page so far with one more, in the order of the form. */
export function answeredOf(
  points: readonly LaterPoint[],
  before: readonly AdditionalChoice[],
  { id, answer }: Pick<AdditionalChoice, 'id' | 'answer'>,
): AdditionalChoice[] {
  return points.flatMap((point): AdditionalChoice[] => {
    const own = point.id === id ? answer : (before.find((each) => each.id === point.id)?.answer ?? null);
    return own === null ? [] : [{ id: point.id, title: point.title, answer: own }];
  });
}

/** The answers of a signer to what they were asked again, with those that they had signed. */
export function laterAnswersOf({ later }: Pick<TicketDetails, 'later'>, again: readonly AdditionalChoice[]): LaterAnswer[] {
  return (later?.points ?? []).flatMap(({ id, title, first }): LaterAnswer[] => {
    const answer = again.find((each) => each.id === id)?.answer ?? null;
    return answer === null ? [] : [{ id, title, first, answer }];
  });
}

type AnswersInput = InputOf<(typeof laterAnswers)['recordAnswers']>;
/** As the page builds it: an input of the call, as its schema has not parsed it yet. */
type LaterFields = Omit<NonNullable<AnswersInput['signature']>, 'capturedAt' | 'clockOffset'>;
type AnswersBody = Pick<AnswersInput, 'consentID' | 'additionalChoices'> & { readonly signature: LaterFields };

/**
 * The call with the answers but for its time; null where the form is not the one that was signed, or its sentence is not the one that this
 * build knows.
 */
export async function answersBody(
  details: TicketDetails,
  again: readonly AdditionalChoice[],
  signature: Omit<LaterFields, 'statement' | 'contentDigest' | 'answersDigest'>,
): Promise<AnswersBody | null> {
  const me = signerOf(details);
  const contentDigest = await digestShownContent(details);
  const { consentID } = details.consent;
  if (me === undefined || contentDigest !== details.contentDigest || details.later?.statement !== LATER_STATEMENT) return null;
  const answers = laterAnswersOf(details, again);
  const signer = { signing_order: me.signing_order, role: me.role, name: me.recipient_name };
  const answersDigest = await laterDigest({ contentDigest, signer, answers }, sha256HexAsync);
  return {
    consentID,
    additionalChoices: answers.map(({ id, title, answer }) => ({ id, title, answer })),
    signature: { ...signature, statement: LATER_STATEMENT, contentDigest, answersDigest },
  };
}

/** The signer's part of a signature under answers that are given after the form was signed: it has no witness. */
export function laterFieldsOf(
  details: TicketDetails,
  {
    method,
    strokes,
    typedName,
  }: Pick<FormInput, 'typedName'> & { readonly method: 'DRAWN' | 'TYPED'; readonly strokes: Strokes },
): Pick<LaterFields, 'name' | 'method' | 'strokes' | 'typedName' | 'nameConfirmed'> {
  const name = signerName(details);
  if (method === 'DRAWN') return { name, method, strokes };
  return { name: typedName, method, typedName, ...(isUnlikeName({ method, typedName }, name) ? { nameConfirmed: true } : {}) };
}
