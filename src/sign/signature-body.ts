import type { TicketDetails } from '#contract/signing.ts';
import { isInked, type SignatureInput, type Strokes } from '#domain/signature.ts';
import type { Problem } from './api.ts';
import { signerName } from './steps.ts';
import type { FormTexts } from '#src/sign/texts/form-texts.ts';
import type { FormInput, SigningMethod } from './visit.ts';

/** The person's input of a signature; equal fields are the same signature and keep their idempotency key. */
export type SignatureBody = Pick<SignatureInput, 'consentID' | 'role' | 'name' | 'method' | 'statement' | 'contentDigest'> &
  Partial<Pick<SignatureInput, 'strokes' | 'typedName' | 'witness'>>;

type EnteredSignature = Pick<FormInput, 'method' | 'typedName' | 'witnessName' | 'witnessRole'> & { strokes: Strokes };

/** Problems of the chosen signing method, each with its field. */
export function signProblems(
  { method, strokes, typedName, witnessName, witnessRole }: EnteredSignature,
  words: FormTexts['sign'],
): Problem[] {
  const problems: Problem[] = [];
  const need = (isThere: boolean, field: string, message: string) => {
    if (!isThere) problems.push({ field, message });
  };
  if (method === 'DRAWN') need(isInked(strokes), 'strokes', strokes.length === 0 ? words.noInk : words.dot);
  if (method === 'MARK_WITNESSED') need(strokes.length > 0, 'strokes', words.noMark);
  if (method === 'TYPED') need(typedName.trim() !== '', 'typedName', words.noTyped);
  if (isWitnessed(method)) {
    need(witnessName.trim() !== '', 'witness.name', words.noWitnessName);
    need(witnessRole.trim() !== '', 'witness.role', words.noWitnessRole);
  }
  return problems;
}

/** True for a mark and a spoken yes, which need a witness. */
export function isWitnessed(way: SigningMethod): boolean {
  return way === 'MARK_WITNESSED' || way === 'VERBAL_WITNESSED';
}

/** Body of the signature without its time: only the fields of the chosen method are sent. */
export function signatureFieldsOf(details: TicketDetails, contentDigest: string, entered: EnteredSignature): SignatureBody {
  const { method, strokes, typedName, witnessName, witnessRole } = entered;
  const { consent, role, statement } = details;
  const name = method === 'TYPED' ? typedName : signerName(details);
  return {
    consentID: consent.consentID,
    role,
    name,
    method,
    statement,
    contentDigest,
    ...(method === 'DRAWN' || method === 'MARK_WITNESSED' ? { strokes } : {}),
    ...(method === 'TYPED' ? { typedName } : {}),
    ...(isWitnessed(method) ? { witness: { name: witnessName, role: witnessRole } } : {}),
  };
}
