import type { Input } from '#contract/calls.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import { LATER_STATEMENT, laterDigest, type LaterSignature } from '#domain/signing/later-signature.ts';
import { sha256Hex } from '#server/sha256.ts';

type Answers = Readonly<Record<string, NonNullable<AdditionalChoice['answer']>>>;

/** The signed answers of somebody who has signed before, by the ids of the choices, as the page of their ticket makes the call. */
export async function answersAt(
  { consent, role, signing_order, recipients, contentDigest }: TicketDetails,
  answered: Answers,
  change: Partial<LaterSignature> = {},
): Promise<Input<'recordAnswers'>> {
  const me = recipients.find((each) => each.role === role && each.signing_order === (signing_order ?? each.signing_order))!;
  const answers = Object.entries(answered).map(([id, answer]) => {
    const { title = id, answer: first = null } = consent.additionalChoices.find((each) => each.id === id) ?? {};
    return { id, title, first, answer };
  });
  const signer = { signing_order: me.signing_order, role, name: me.recipient_name };
  return {
    consentID: consent.consentID,
    additionalChoices: answers.map(({ id, title, answer }) => ({ id, title, answer })),
    signature: {
      name: me.recipient_name,
      method: 'TYPED',
      typedName: me.recipient_name,
      statement: LATER_STATEMENT,
      contentDigest,
      answersDigest: await laterDigest({ contentDigest, signer, answers }, sha256Hex),
      capturedAt: '2026-08-06T14:04:40.000Z',
      ...change,
    },
  };
}
