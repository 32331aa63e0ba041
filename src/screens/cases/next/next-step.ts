import { capitalised } from '#domain/base/capitalised.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { isUnsettled } from '#domain/consents/family-decline.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { scanOf } from '#domain/documents/paper-scan.ts';
import { decides, givesSecondOpinion, signsUnderAccount } from '#domain/forms/signer-roles.ts';
import type { BlockedChange, ConsentView } from '#src/queries/records.ts';
import { isInterpreterLacking, whoFindsDetailsWrong } from '../obstacles.ts';
import { signerWords } from '../signing-words.ts';
import { handoverSigners, waitingSigners } from '../waiting-signers.ts';
import { mayGiveSecondOpinion, type CaseViewer } from './second-opinion.ts';

/**
 * The next step of a version for one reader.
 *
 * @property signers - those to whom the tablet may be handed now, in signing order
 * @property act - the act that the step asks for, with a reason
 * @property mayGiveOpinion - whether the reader is the other clinician who gives the second opinion
 */
export type NextStep =
  | { readonly kind: 'continue' }
  | { readonly kind: 'answer' }
  /** The tablet goes to the first of the signers, or to another; the reader may sign before them, or give the second opinion. */
  | { readonly kind: 'handover'; readonly signers: Signers; readonly maySignFirst: boolean; readonly mayGiveOpinion: boolean }
  /** A signer reported that the details on the form are wrong: nobody signs before that is resolved. */
  | { readonly kind: 'details-wrong'; readonly signers: Signers; readonly act: 'recall' }
  /** The interpreter said that they cannot sign: the form waits for another one. */
  | { readonly kind: 'not-interpreted'; readonly act: 'recall' }
  /** The reader signs; the signers may be handed the tablet before. */
  | { readonly kind: 'sign'; readonly signers: Signers }
  /** Another clinician signs under their own account, or on this tablet without one. */
  | { readonly kind: 'second-opinion'; readonly signers: Signers; readonly mayGiveOpinion: boolean }
  | { readonly kind: 'sealing' }
  | { readonly kind: 'sealed' }
  /** The consent was imported: it was signed elsewhere. */
  | { readonly kind: 'imported' }
  | { readonly kind: 'ended' }
  /** The links have ended before everybody had signed: they are sent again, or it is signed on the tablet. */
  | { readonly kind: 'expired' }
  /** An adult who must sign said no: nothing is sealed before that is settled. The other signers may go on. */
  | { readonly kind: 'unsettled'; readonly signers: Signers }
  /** The patient said no: the talk comes first, then a new version or the end of this one. */
  | { readonly kind: 'declined'; readonly act: 'reopen' }
  /** A blocked change of this tablet, with all later ones queued behind it; of a signed form there is a document as well. */
  | { readonly kind: 'stopped'; readonly stopped: BlockedChange; readonly isSigned: boolean }
  /** The next step needs another permission; `what` describes it. */
  | { readonly kind: 'others'; readonly what: string };
type Signers = readonly Recipient[];

/** A version, as far as its next step depends on it. */
type NextOf = Pick<
  ConsentView,
  | 'consentID'
  | 'status'
  | 'sealState'
  | 'origin'
  | 'questions'
  | 'recipients'
  | 'addedSigners'
  | 'Timeline'
  | 'local'
  | 'disagreement'
  | 'clinician'
>;

/** The next step: an open question before any signature, then the signers in their order. */
export function nextStep(consent: NextOf, reader: CaseViewer): NextStep {
  const { local, status } = consent;
  if (local?.blocked !== undefined) return { kind: 'stopped', stopped: local.blocked, isSigned: status === 'SIGNED' };
  if (isImported(consent)) return { kind: 'imported' };
  switch (status) {
    case 'DRAFT':
      return stepOf(reader, 'consents.write', { kind: 'continue' }, 'A clinician is still writing this form.');
    case 'UNDER_REVIEW':
      return { kind: 'others', what: 'A clinician looks at this referral first.' };
    case 'READY':
      return { kind: 'others', what: local?.isUnsent === true ? READY_UNSENT : 'This is being made ready for signing.' };
    case 'SENT':
    case 'PARTIALLY_SIGNED':
      return stepBeforeSigning(consent, reader) ?? signatureStep(consent, reader);
    case 'SIGNED':
      return { kind: consent.sealState === 'SEALED' ? 'sealed' : 'sealing' };
    case 'DECLINED':
      return stepOf(reader, 'consents.send', { kind: 'declined', act: 'reopen' }, 'A clinician talks with the patient next.');
    case 'EXPIRED':
      return stepOf(reader, 'consents.send', { kind: 'expired' }, EXPIRED_OTHERS);
    case 'WITHDRAWN':
    case 'VOIDED':
    case 'SUPERSEDED':
      return { kind: 'ended' };
  }
}

const READY_UNSENT = 'Waiting to send. It is made ready for signing when there is a network.';
const EXPIRED_OTHERS = 'The time to sign has ended. A clinician opens the form for signing again.';

/** A step for readers with the permission; all others see who takes it. */
function stepOf({ permissions }: CaseViewer, permission: Permission, step: NextStep, what: string): NextStep {
  return permissions.includes(permission) ? step : { kind: 'others', what };
}

/** The step that must come before the next signature of a form that is out; null without one. */
function stepBeforeSigning(consent: NextOf, reader: CaseViewer): NextStep | null {
  const waiting = waitingSigners(consent);
  const wrongFor = whoFindsDetailsWrong(consent);
  if (wrongFor !== null) {
    const who = capitalised(signerWords(consent.recipients, wrongFor));
    const what = `${who} said that the details are wrong. A clinician checks that first.`;
    return stepOf(reader, 'consents.send', { kind: 'details-wrong', signers: [wrongFor], act: 'recall' }, what);
  }
  // The form may be signed on paper already: nobody signs it on the tablet as well.
  if (scanOf(consent.Timeline, consent.consentID)?.isConfirmed === false)
    return { kind: 'others', what: 'A scan of the form on paper is to be checked, or deleted, under “On paper”.' };
  const hasOpenQuestion = consent.questions.some(({ answer }) => answer === null);
  if (hasOpenQuestion && waiting.some(({ role }) => decides(role)))
    return stepOf(reader, 'consents.write', { kind: 'answer' }, 'A clinician answers the question first.');
  if (isInterpreterLacking(consent)) {
    const what = 'The interpreter cannot sign. A clinician changes the form.';
    return stepOf(reader, 'consents.send', { kind: 'not-interpreted', act: 'recall' }, what);
  }
  if (isUnsettled(consent)) {
    const what = 'An adult does not agree. A clinician records how this is settled.';
    return stepOf(reader, 'consents.sign', { kind: 'unsettled', signers: handoverSigners(consent) }, what);
  }
  // Optional signers are no longer asked: the server accepts no signature after the last required one.
  if (consent.local?.allSignedAt != null)
    return {
      kind: 'others',
      what: 'All signatures are saved on this tablet. It is sent and sealed by itself when there is a network.',
    };
  return null;
}

/** The next signature, and the other signers who may sign now. */
function signatureStep(consent: NextOf, reader: CaseViewer): NextStep {
  const { permissions } = reader;
  const waiting = waitingSigners(consent);
  const [next] = waiting;
  if (next === undefined) return { kind: 'others', what: 'All signatures are there.' };
  const signers = handoverSigners(consent);
  const mayGiveOpinion = mayGiveSecondOpinion(consent, reader);
  const maySend = permissions.includes('consents.send');
  const maySign = permissions.includes('consents.sign');
  const opinion: NextStep = {
    kind: 'second-opinion',
    signers: maySend ? signers.filter(({ role }) => givesSecondOpinion(role)) : [],
    mayGiveOpinion,
  };
  if (signsUnderAccount(next.role)) {
    // A second opinion comes from a clinician other than the one of the form, under their own account.
    const sign: NextStep = { kind: 'sign', signers: signers.filter(({ role }) => !givesSecondOpinion(role)) };
    return stepOf(reader, 'consents.sign', mayGiveOpinion ? opinion : sign, 'A clinician signs next.');
  }
  if (givesSecondOpinion(next.role) && (maySign || maySend)) return opinion;
  const what = `Next: a clinician hands the tablet to ${signerWords(consent.recipients, next)}.`;
  const maySignFirst = maySign && waiting.some(({ role }) => signsUnderAccount(role));
  return stepOf(reader, 'consents.send', { kind: 'handover', signers, maySignFirst, mayGiveOpinion }, what);
}
