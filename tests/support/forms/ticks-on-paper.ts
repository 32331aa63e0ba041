import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { PaperTick } from '#domain/consents/paper-ticks.ts';
import type { ScanMatch } from '#domain/documents/paper-scan.ts';
import { choicesToRead, type EnteredTick } from '#domain/documents/paper-choices.ts';
import { decides } from '#domain/forms/signer-roles.ts';

type Form = Pick<Consent, 'formType' | 'additionalChoices' | 'choiceDetails' | 'recipients'>;

/**
 * The ticks of a paper as its check asks for them: those about safety twice, and none where nobody who decides has signed on it.
 *
 * @param ticks - by the id of the choice; of all others nothing is ticked
 */
export function ticksOnPaper(
  form: Form,
  signers: readonly { readonly signing_order: number }[],
  { match = 'MATCHED', ticks = {} }: { readonly match?: ScanMatch; readonly ticks?: Readonly<Record<string, PaperTick>> } = {},
): EnteredTick[] {
  const orders = new Set(signers.map(({ signing_order }) => signing_order));
  if (!form.recipients.some(({ role, signing_order }) => orders.has(signing_order) && decides(role))) return [];
  const { choices, again } = choicesToRead(form, { match });
  return [...choices, ...again].map(({ id }) => ({ choiceID: id, answer: ticks[id] ?? 'NONE' }));
}

/** The check of a scan whose pages all have their code: those who signed, each with the day, and nothing ticked but what is said. */
export function checkOf<Signer extends { readonly signing_order: number }>(
  form: Form & Pick<Consent, 'consentID'>,
  { sha256 }: { readonly sha256: string },
  { signers, ...read }: { readonly signers: Signer[] } & Parameters<typeof ticksOnPaper>[2],
) {
  return { consentID: form.consentID, sha256, pagesChecked: [], signers, answers: ticksOnPaper(form, signers, read) };
}
