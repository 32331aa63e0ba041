import { hasInk } from '#domain/values/ink.ts';
import { isClinician, isInterpreter, isWitness, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { isInked, isUnlikeName, type SignatureInput, type Strokes } from '#domain/signing/signature.ts';
import { unfitWitness } from '#domain/signing/witness-rule.ts';
import type { SignerCallProblem } from './api.ts';
import { signerName } from './steps.ts';
import type { FormTexts } from '#src/sign/texts/form-texts.ts';
import type { FormInput, SigningMethod } from './form-input.ts';

/** The person's input of a signature; equal fields are the same signature and keep their idempotency key. */
export type SignatureBody = Pick<SignatureInput, 'consentID' | 'role' | 'name' | 'method' | 'statement' | 'contentDigest'> &
  Partial<
    Pick<
      SignatureInput,
      'strokes' | 'typedName' | 'nameConfirmed' | 'witness' | 'adult' | 'comments' | 'readIn' | 'machineTranslated'
    >
  >;

type EnteredSignature = Pick<FormInput, 'method' | 'typedName' | 'witnessName' | 'witnessRole'> &
  Partial<Pick<FormInput, 'witnessBy' | 'witnessTyped' | 'witnessInk' | 'witnessAdult' | 'comments'>> & { strokes: Strokes };

/**
 * The question about a typed name of the signer or the witness that is not the one known for them, at its field; none where it is the
 * same, or was confirmed by pressing once more.
 *
 * @param shownQuestion - the message that was shown before
 */
export function nameQuestion(
  entered: EnteredSignature,
  words: FormTexts['sign'],
  { details, shownQuestion }: { details: TicketDetails; shownQuestion: string | undefined },
): SignerCallProblem[] {
  const { typedName, witnessName, witnessTyped = '' } = entered;
  const name = signerName(details);
  const problems: SignerCallProblem[] = [];
  if (isUnlikeName(entered, name)) problems.push({ field: 'typedName', message: words.unlikeName(typedName, name) });
  if (isWitnessUnlike(entered))
    problems.push({ field: 'witness.typedName', message: words.unlikeWitness(witnessTyped, witnessName) });
  return problems.filter(({ message }) => message !== shownQuestion);
}

function isWitnessUnlike({ method, witnessBy, witnessTyped: typedName = '', witnessName }: EnteredSignature): boolean {
  return isWitnessed(method) && witnessBy === 'TYPED' && isUnlikeName({ method: 'TYPED', typedName }, witnessName);
}

/** Problems of the chosen signing method, each with its field. @param details - names those who may not be the witness */
export function signProblems(entered: EnteredSignature, words: FormTexts['sign'], details: TicketDetails): SignerCallProblem[] {
  const { method, strokes, typedName } = entered;
  const problems: SignerCallProblem[] = [];
  const need = (isThere: boolean, field: string, message: string) => {
    if (!isThere) problems.push({ field, message });
  };
  if (method === 'DRAWN') need(isInked(strokes), 'strokes', strokes.length === 0 ? words.noInk : words.dot);
  if (method === 'MARK_WITNESSED') need(strokes.length > 0, 'strokes', words.noMark);
  if (method === 'TYPED') need(hasInk(typedName), 'typedName', words.noTyped);
  if (isWitness(details.role)) problems.push(...ageProblems('adult', entered, words));
  return isWitnessed(method) ? [...problems, ...witnessProblems(entered, words, details)] : problems;
}

function witnessProblems(entered: EnteredSignature, words: FormTexts['sign'], details: TicketDetails): SignerCallProblem[] {
  const { witnessName, witnessRole, witnessBy = null, witnessTyped = '', witnessInk = [] } = entered;
  const problems: SignerCallProblem[] = [];
  const need = (isThere: boolean, field: string, message: string) => {
    if (!isThere) problems.push({ field, message });
  };
  need(hasInk(witnessName), 'witness.name', words.noWitnessName);
  const excluded = unfitWords(witnessName, words, details);
  need(excluded === undefined, 'witness.name', excluded ?? '');
  need(hasInk(witnessRole), 'witness.role', words.noWitnessRole);
  // On a form of the first shape the witness signs later, on an own page.
  if (isWitnessSignatureRequired(details)) need(witnessBy !== null, 'witness.method', words.noWitnessBy);
  if (witnessBy === 'DRAWN') need(isInked(witnessInk), 'witness.strokes', words.noWitnessInk);
  if (witnessBy === 'TYPED') need(hasInk(witnessTyped), 'witness.typedName', words.noWitnessTyped);
  return signsHere(witnessBy) ? [...problems, ...ageProblems('witness.adult', entered, words)] : problems;
}

/** Whether the witness signs in the same act as the signer: only then is the age asked here. */
export function signsHere(by: FormInput['witnessBy'] | undefined): by is 'DRAWN' | 'TYPED' {
  return by === 'DRAWN' || by === 'TYPED';
}

function ageProblems(field: string, { witnessAdult = null }: EnteredSignature, words: FormTexts['sign']): SignerCallProblem[] {
  if (witnessAdult === true) return [];
  return [{ field, message: witnessAdult === null ? words.noWitnessAdult : words.witnessTooYoung }];
}

/** Whether the signer’s page asks how the witness signs; on a form of the first shape the witness signs later, on an own page. */
export function isWitnessSignatureRequired({ shown }: TicketDetails): boolean {
  return shown != null;
}

/** The reason why somebody of this name may not be the witness. */
function unfitWords(name: string, words: FormTexts['sign'], details: TicketDetails): string | undefined {
  const { consent, recipients, patient } = details;
  const namesOf = (isOne: (role: SignerRole) => boolean) =>
    recipients.filter(({ role }) => isOne(role)).map(({ recipient_name }) => recipient_name);
  const unfit = unfitWitness(name, {
    clinicians: [consent.clinician.name, ...namesOf(isClinician)],
    interpreters: [consent.interpreter?.name ?? '', ...namesOf(isInterpreter)],
    signers: [spokenName(patient), ...recipients.map(({ recipient_name }) => recipient_name)],
  });
  return (
    unfit &&
    { clinician: words.witnessIsClinician, interpreter: words.witnessIsInterpreter, signer: words.witnessIsSigner }[unfit]
  );
}

/** True for a mark and a spoken yes, which need a witness. */
export function isWitnessed(way: SigningMethod): boolean {
  return way === 'MARK_WITNESSED' || way === 'VERBAL_WITNESSED';
}

/** Body of the signature without its time: only the fields of the chosen method are sent. */
export function signatureFieldsOf(details: TicketDetails, contentDigest: string, entered: EnteredSignature): SignatureBody {
  const { method, strokes, typedName, comments = '' } = entered;
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
    // An unlike name is sent only once its signer has said that they sign so.
    ...(method === 'TYPED' ? { typedName, ...(isUnlikeName(entered, signerName(details)) ? { nameConfirmed: true } : {}) } : {}),
    ...(isWitnessed(method) ? { witness: witnessOf(entered) } : {}),
    ...(isWitness(role) ? { adult: entered.witnessAdult === true } : {}),
    ...(ROLE_RULES[role].comments !== null && hasInk(comments) ? { comments } : {}),
  };
}

function witnessOf(entered: EnteredSignature): NonNullable<SignatureBody['witness']> {
  const {
    witnessName: name,
    witnessRole: role,
    witnessBy = null,
    witnessTyped: typedName = '',
    witnessInk: strokes = [],
  } = entered;
  if (!signsHere(witnessBy)) return { name, role };
  const signed = { name, role, adult: entered.witnessAdult === true, method: witnessBy };
  if (witnessBy === 'DRAWN') return { ...signed, strokes };
  return { ...signed, typedName, ...(isWitnessUnlike(entered) ? { nameConfirmed: true } : {}) };
}
