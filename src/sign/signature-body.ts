import type { TicketDetails } from '#contract/signing.ts';
import { isInked, type SignatureInput, type Strokes } from '#domain/signature.ts';
import type { Problem } from './ask.ts';
import { signerName } from './steps.ts';
import type { FormTexts } from './form-texts.ts';
import type { Typed, Way } from './visit.ts';

/** What of a signature the person gives; the same fields are the same signature, however often it is sent. */
export type Given = Pick<SignatureInput, 'consentID' | 'role' | 'name' | 'method' | 'statement' | 'contentDigest'> &
  Partial<Pick<SignatureInput, 'strokes' | 'typedName' | 'witness'>>;

type Entered = Pick<Typed, 'way' | 'typedName' | 'witnessName' | 'witnessRole'> & { strokes: Strokes };

/** What is missing for the chosen way of signing, each with the field to go to. */
export function signProblems(
  { way, strokes, typedName, witnessName, witnessRole }: Entered,
  words: FormTexts['sign'],
): Problem[] {
  const problems: Problem[] = [];
  const need = (isThere: boolean, field: string, message: string) => {
    if (!isThere) problems.push({ field, message });
  };
  if (way === 'DRAWN') need(isInked(strokes), 'strokes', strokes.length === 0 ? words.noInk : words.dot);
  if (way === 'MARK_WITNESSED') need(strokes.length > 0, 'strokes', words.noMark);
  if (way === 'TYPED') need(typedName.trim() !== '', 'typedName', words.noTyped);
  if (isWitnessed(way)) {
    need(witnessName.trim() !== '', 'witness.name', words.noWitnessName);
    need(witnessRole.trim() !== '', 'witness.role', words.noWitnessRole);
  }
  return problems;
}

/** A mark and a spoken yes need somebody who was there. */
export function isWitnessed(way: Way): boolean {
  return way === 'MARK_WITNESSED' || way === 'VERBAL_WITNESSED';
}

/** The signature as it is sent, less the moment: only what belongs to the chosen way goes with it. */
export function givenOf(details: TicketDetails, contentDigest: string, entered: Entered): Given {
  const { way, strokes, typedName, witnessName, witnessRole } = entered;
  const { consent, role, statement } = details;
  const name = way === 'TYPED' ? typedName : signerName(details);
  return {
    consentID: consent.consentID,
    role,
    name,
    method: way,
    statement,
    contentDigest,
    ...(way === 'DRAWN' || way === 'MARK_WITNESSED' ? { strokes } : {}),
    ...(way === 'TYPED' ? { typedName } : {}),
    ...(isWitnessed(way) ? { witness: { name: witnessName, role: witnessRole } } : {}),
  };
}
