import { capitalised } from '#domain/base/capitalised.ts';
import type { ConsentView, BlockedChange } from '#src/queries/records.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { mayMove, mayVoid, type Move } from '#domain/cases/case-machine.ts';
import { isUnsettled, unsettledAdults } from '#domain/consents/family-decline.ts';
import { ASKS_QUESTIONS } from '#domain/cases/needs.ts';
import { scanOf } from '#domain/documents/paper-scan.ts';
import { awaitedSigners, isRequired, type Recipient } from '#domain/consents/recipients.ts';
import { openRefusals } from '#domain/signing/refused-identity.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { signerWords } from './signing-words.ts';

/** The next step of a version, for a person with these permissions. */
export type NextStep =
  | { readonly kind: 'continue' }
  | { readonly kind: 'answer' }
  | { readonly kind: 'handover'; readonly role: SignerRole; readonly signing_order: number }
  /** A signer reported that the details on the form are wrong: nobody signs before that is resolved. */
  | { readonly kind: 'details-wrong' }
  /** The interpreter said that they cannot sign: the form waits for another one. */
  | { readonly kind: 'not-interpreted' }
  | { readonly kind: 'sign' }
  /** Another clinician signs under their own account, or on this tablet without one. */
  | { readonly kind: 'second-opinion' }
  | { readonly kind: 'sealing' }
  | { readonly kind: 'sealed' }
  /** What there is was signed elsewhere. */
  | { readonly kind: 'imported' }
  | { readonly kind: 'ended' }
  /** The links have ended before everybody had signed: they are sent again, or it is signed on the tablet. */
  | { readonly kind: 'expired' }
  /** An adult who must sign said no: nothing is signed before that is settled. The other signers may go on. */
  | { readonly kind: 'unsettled'; readonly names: readonly string[] }
  /** The patient said no: the talk comes first, then a new version or the end of this one. */
  | { readonly kind: 'declined' }
  /** A blocked change of this tablet, with all later ones queued behind it. */
  | { readonly kind: 'stopped'; readonly stopped: BlockedChange }
  /** The next step needs another permission; `what` describes it. */
  | { readonly kind: 'others'; readonly what: string };

type Standing = Pick<
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
>;

/** The next step: an open question before any signature, then the signers in their order. */
export function nextStep(consent: Standing, permissions: readonly Permission[]): NextStep {
  const may = (permission: Permission) => permissions.includes(permission);
  if (consent.local?.blocked !== undefined) return { kind: 'stopped', stopped: consent.local.blocked };
  if (isImported(consent)) return { kind: 'imported' };
  switch (consent.status) {
    case 'DRAFT':
      return may('consents.write') ? { kind: 'continue' } : { kind: 'others', what: 'A clinician is still writing this form.' };
    case 'UNDER_REVIEW':
      return { kind: 'others', what: 'A clinician looks at this referral first.' };
    case 'READY':
      return {
        kind: 'others',
        what:
          consent.local?.isUnsent === true
            ? 'Waiting to send. It is made ready for signing when there is a network.'
            : 'This is being made ready for signing.',
      };
    case 'SENT':
    case 'PARTIALLY_SIGNED':
      return signingStep(consent, may);
    case 'SIGNED':
      return { kind: consent.sealState === 'SEALED' ? 'sealed' : 'sealing' };
    case 'DECLINED':
      return may('consents.send') ? { kind: 'declined' } : { kind: 'others', what: 'A clinician talks with the patient next.' };
    case 'EXPIRED':
      return may('consents.send')
        ? { kind: 'expired' }
        : { kind: 'others', what: 'The time to sign has ended. A clinician opens the form for signing again.' };
    case 'WITHDRAWN':
    case 'VOIDED':
    case 'SUPERSEDED':
      return { kind: 'ended' };
  }
}

/** The signers who have neither signed nor said no, in signing order, witnesses behind the others: two parents are two. */
export function waitingSigners(consent: Pick<Consent, 'recipients' | 'addedSigners'>): Recipient[] {
  return awaitedSigners<Recipient>(consent);
}

/** The roles of {@link waitingSigners}. */
export function waitingRoles(consent: Pick<Consent, 'recipients' | 'addedSigners'>): SignerRole[] {
  return waitingSigners(consent).map(({ role }) => role);
}

/** The names of the adults who said no, as long as it is not recorded how that was settled. */
export function unsettledNames({ recipients }: Pick<Consent, 'recipients'>): string[] {
  return unsettledAdults(recipients).map(({ recipient_name }) => recipient_name);
}

/** The text for a version with a change that is blocked until a person resolves it. */
export function stoppedWords({ status, signed }: BlockedChange): string {
  return `${NOT_TAKEN[status] ?? (signed.length > 0 ? NOT_SIGNED : NOT_SENT)} Nothing more of it is sent until you have checked it.`;
}

const NOT_TAKEN: Readonly<Partial<Record<CaseStatus, string>>> = {
  WITHDRAWN:
    'The consent was withdrawn on this tablet, but the server did not accept that: for everybody else it may still be in force.',
  DECLINED: 'On this tablet the patient said that they do not agree, but the server did not accept that.',
};
const NOT_SIGNED =
  'This was signed on this tablet, but the server did not accept that. The signature is saved here, but it does not count.';
const NOT_SENT = 'The server did not accept everything that was done with this version on this tablet. It is saved here.';

/** Questions that nobody has answered yet. */
function openQuestions({ questions }: Pick<Consent, 'questions'>): Consent['questions'] {
  return questions.filter(({ answer }) => answer === null);
}

type Asked = Pick<Consent, 'Timeline' | 'recipients' | 'addedSigners' | 'status'>;

/** The signer who reported that the details of this version are wrong, the latest, if nobody has made it ready anew since. */
export function whoFindsDetailsWrong(consent: Asked): Recipient | null {
  const refusal = openRefusals({ ...consent, waitingFor: waitingRoles(consent), timeline: consent.Timeline }).at(-1);
  if (refusal === undefined) return null;
  const ofRole = waitingSigners(consent).filter(({ role }) => role === refusal.role);
  return ofRole.find(({ recipient_name }) => recipient_name === refusal.name) ?? ofRole[0] ?? null;
}

/** Whether the form waits for an interpreter who said that they cannot sign. */
export function isInterpreterLacking({ recipients }: Pick<Consent, 'recipients'>): boolean {
  return recipients.some((each) => each.role === 'INTERPRETER' && each.state === 'DECLINED' && isRequired(each));
}

function signingStep(consent: Standing, may: (permission: Permission) => boolean): NextStep {
  const waiting = waitingSigners(consent);
  const [next] = waiting;
  const wrongFor = whoFindsDetailsWrong(consent);
  if (wrongFor !== null)
    return may('consents.send')
      ? { kind: 'details-wrong' }
      : {
          kind: 'others',
          what: `${capitalised(signerWords(consent.recipients, wrongFor))} said that the details are wrong. A clinician checks that first.`,
        };
  // Nobody signs on the tablet what was perhaps signed on paper.
  if (scanOf(consent.Timeline, consent.consentID)?.isConfirmed === false)
    return { kind: 'others', what: 'A scan of the form on paper is to be checked, or deleted, under “On paper”.' };
  if (openQuestions(consent).length > 0 && waiting.some(({ role }) => ASKS_QUESTIONS.has(role)))
    return may('consents.write') ? { kind: 'answer' } : { kind: 'others', what: 'A clinician answers the question first.' };
  if (isInterpreterLacking(consent))
    return may('consents.send')
      ? { kind: 'not-interpreted' }
      : { kind: 'others', what: 'The interpreter cannot sign. A clinician changes the form.' };
  if (isUnsettled(consent))
    return may('consents.sign')
      ? { kind: 'unsettled', names: unsettledNames(consent) }
      : { kind: 'others', what: 'An adult does not agree. A clinician records how this is settled.' };
  // Whoever need not sign is not asked any more: the server takes no signature once it has those that the form needs.
  if (consent.local?.allSignedAt != null)
    return {
      kind: 'others',
      what: 'All signatures are saved on this tablet. It is sent and sealed by itself when there is a network.',
    };
  if (next === undefined) return { kind: 'others', what: 'All signatures are there.' };
  if (next.role === 'CLINICIAN')
    return may('consents.sign') ? { kind: 'sign' } : { kind: 'others', what: 'A clinician signs next.' };
  if (next.role === 'SECOND_OPINION' && (may('consents.send') || may('consents.sign'))) return { kind: 'second-opinion' };
  return may('consents.send')
    ? { kind: 'handover', role: next.role, signing_order: next.signing_order }
    : { kind: 'others', what: `Next: a clinician hands the tablet to ${signerWords(consent.recipients, next)}.` };
}

/** Acts on a case beside its next step, quiet and mostly with a reason. */
const QUIET_ACTS = [
  { act: 'recall', move: 'recall', permission: 'consents.send' },
  { act: 'reopen', move: 'reopen', permission: 'consents.send' },
  { act: 'reconsent', move: 'reconsent', permission: 'consents.send' },
  { act: 'withdraw', move: 'withdraw', permission: 'consents.withdraw' },
  { act: 'void', move: 'void', permission: 'consents.void' },
  { act: 'delete', move: 'delete', permission: 'consents.write' },
] as const satisfies readonly { act: string; move: Move; permission: Permission }[];
export type QuietAct = (typeof QUIET_ACTS)[number]['act'];

/** Whether this person may record this version in error now, be it the newest or an older one; needs the network. */
export function mayRecordInError(
  { local, ...version }: Pick<ConsentView, 'status' | 'voidKind' | 'local'>,
  permissions: readonly Permission[],
): boolean {
  return permissions.includes('consents.void') && mayVoid(version) && local?.blocked === undefined && local?.isUnsent !== true;
}

/**
 * The acts that this person may perform on the newest version now. A draft is deleted only while it is the case's only version;
 * pending changes are sent first, since all acts but a withdrawal need the network. Behind a blocked change not even a withdrawal
 * would be sent.
 */
export function quietActs(
  { status, versions, origin, local }: Pick<ConsentView, 'status' | 'origin' | 'local'> & { versions: number },
  permissions: readonly Permission[],
): QuietAct[] {
  if (local?.blocked !== undefined) return [];
  return QUIET_ACTS.filter(
    ({ act, move, permission }) =>
      mayMove(status, move) &&
      permissions.includes(permission) &&
      (act !== 'delete' || versions === 1) &&
      // Before anybody has signed the form itself is changed.
      (act !== 'reopen' || status !== 'SENT') &&
      // Of an imported form there is nothing to correct: a new version starts from the library.
      (act !== 'reopen' || !isImported({ origin }) || !mayMove(status, 'reconsent')) &&
      (act === 'withdraw' || local?.isUnsent !== true),
  ).map(({ act }) => act);
}
