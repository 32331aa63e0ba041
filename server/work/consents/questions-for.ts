import type { Consent } from '#contract/shapes/record-shapes.ts';
import { signerAt } from '#domain/consents/recipients.ts';
import { questionsOfSigner } from '#domain/signing/signer-questions.ts';
import type { ConsentParts } from '#server/data/signing/consent-parts.ts';
import { presentQuestion } from '#server/data/signing/signers.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';

/** The questions of a version that this reader may see: staff all, a signer their own, and that somebody else's is open. */
export function questionsFor(
  actor: StaffActor | TicketActor,
  version: Pick<ConsentParts, 'questions' | 'recipients'>,
): Consent['questions'] {
  const questions = version.questions.map(presentQuestion);
  if (actor.kind === 'staff') return questions;
  const me = signerAt(version.recipients, { role: actor.role, signing_order: actor.signingOrder });
  return questionsOfSigner(questions, me === 'ambiguous' ? undefined : me);
}
