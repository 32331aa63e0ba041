import { counted } from '#domain/base/counted.ts';
import { asksToReload } from '#domain/cases/refused-state.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { paths } from '#src/paths.ts';
import type { Href } from '#src/ui/href.ts';
import { MISDIRECTED, type OpenItem } from '#src/queries/client/outbox.ts';
import { isSignedAnswers } from './item-words.ts';

type Call = OpenItem['op']['call'];

/** A signature from the bedside that the server refuses because the form's content has changed since. */
export function isEvidence({ op }: Pick<OpenItem, 'op'>): boolean {
  return op.error?.code === 'SIGNED_CONTENT_MISMATCH';
}

/** The server's own sentence; where it says to reload the page, another: of what was sent later no page can be reloaded. */
export function refusalTitle({ op }: Pick<OpenItem, 'op'>): string {
  const said = op.error?.message ?? 'The server did not accept this';
  return asksToReload(said) ? 'Somebody had taken a step before this arrived' : said;
}

/** Advice on a refusal, beside the server's own sentence. Where a signature waits behind an item, nobody is told to discard it. */
export function adviceWords({
  op,
  refusal,
  signedBehind,
  input,
}: Pick<OpenItem, 'op' | 'refusal' | 'signedBehind' | 'input'>): string {
  const known = ADVICE_OF_ANY[op.error?.code ?? ''];
  if (known !== undefined) return known;
  if (op.call === 'recordSign') return signatureAdvice(op.error?.code);
  if (signedBehind.length > 0) return adviceBeforeSignature({ op, refusal });
  if (isSignedAnswers({ call: op.call, input })) return signedAnswersAdvice(op.error?.code);
  switch (op.error?.code) {
    case 'ALREADY_EXISTS':
    case 'ALREADY_DONE':
    case 'ALREADY_SIGNED':
      if (op.call === 'recordDecline') return SAID_NO;
      if (op.call === 'recordAnswers') return ANSWERED_LATE;
      return 'The server has this already. Look at what it has, then discard this one.';
    case 'NOT_FOUND':
      return 'The server does not have what this changes. Where it was restored from a backup, the tablets bring back what it lost. Once this tablet hears of it, at the latest when you open it with a network, this follows by itself. Otherwise export it if it is still needed, then discard it.';
    case 'MOVE_REFUSED':
      if (op.call === 'recordDecline') return SAID_NO;
      if (op.call === 'recordConfirm') return NOT_CONFIRMED;
      if (op.call === 'recordNotConfirmed') return NOBODY_HEARS;
      if (op.call === 'recordAnswers') return ANSWERED_LATE;
      return 'Somebody has taken a step in the meantime. Look at what the server has, then send this again or discard it.';
    case 'TOO_LARGE':
      return 'Make it shorter and send it again, or export it and discard it.';
    default:
      if (op.call === 'consentSend') return 'Discard this, complete the form, and make it ready for signing again.';
      return refusal !== null && refusal.fields.length > 0
        ? 'Correct these fields and send it again.'
        : 'Send it again, or export it and discard it.';
  }
}

/** The ways on with an item without which the server would refuse the signature behind it. */
function adviceBeforeSignature({ op, refusal }: Pick<OpenItem, 'op' | 'refusal'>): string {
  switch (op.error?.code) {
    case 'NOT_FOUND':
      return 'The server does not have what this belongs to. Where it was restored from a backup, the tablets bring back what it lost, and then this and the signature follow by themselves. Keep both here. If they still wait tomorrow, export both for the patient’s record and tell your IT support.';
    default:
      return refusal !== null && refusal.fields.length > 0 && op.call.startsWith('patient')
        ? 'Correct these fields and send it again: the signature follows.'
        : 'Keep both here. Look at the form in the case, then send this again: where it is taken, the signature follows. If it is refused again, export both for the patient’s record and tell your administrator, and have the form in the case signed again.';
  }
}

/**
 * Whose signatures wait behind an item, as a title: `The signature of the patient waits behind this`; null where none does. Their own
 * refusal would be named so as well, and theirs may be the only thing here that cannot be made again.
 */
export function waitingSignatures({ signedBehind }: Pick<OpenItem, 'signedBehind'>): string | null {
  const roles = [...new Set(signedBehind.flatMap(({ role }) => (role === null ? [] : [role])))];
  if (signedBehind.length === 0) return null;
  if (signedBehind.length === 1 && roles[0] !== undefined)
    return `The signature of the ${roleInText(roles[0])} waits behind this`;
  const whose = new Intl.ListFormat('en-GB').format(roles.map(roleInText));
  return `${counted(signedBehind.length, 'signature waits', 'signatures wait')} behind this${whose === '' ? '' : `: ${whose}`}`;
}

/** Advice on a refused signature: nobody is ever told to discard one. */
function signatureAdvice(code: string | undefined): string {
  switch (code) {
    case 'SIGNED_CONTENT_MISMATCH':
      return 'The signature is kept as evidence, here and by the server, and it is not valid for the changed form. Export it for the patient’s record. Then it may leave this tablet, the case shows the form as the server has it, and there you can ask for consent again.';
    case 'ALREADY_EXISTS':
    case 'ALREADY_DONE':
    case 'ALREADY_SIGNED':
      return SIGNED_BEFORE;
    case 'NOT_FOUND':
      return 'The server does not have the form of this signature. Where it was restored from a backup, the tablet on which the form was made brings it back. Once this tablet hears of the form, at the latest when you open its case with a network, the signature follows by itself. Keep it here. If it still waits tomorrow, export it for the patient’s record and tell your IT support.';
    case 'MOVE_REFUSED':
      return 'Somebody has taken a step in the meantime. Look at the form in the case, then send this again. If it is refused again, export it for the patient’s record and tell your administrator.';
    default:
      return 'Send it again. If it is refused again, keep it here, export it for the patient’s record, and tell your administrator.';
  }
}

/** Advice on refused answers that somebody signed after the form: as a signature, nobody is told to discard them. */
function signedAnswersAdvice(code: string | undefined): string {
  switch (code) {
    case 'NOT_FOUND':
      return 'The server does not have the form of these answers. Where it was restored from a backup, the tablet on which the form was made brings it back, and these follow by themselves. Keep them here. If they still wait tomorrow, export them for the patient’s record and tell your IT support.';
    case 'ALREADY_SIGNED':
    case 'MOVE_REFUSED':
    case 'PATIENT_TAKES_NONE':
    case 'SIGNED_CONTENT_MISMATCH':
      return SIGNED_ANSWERS_REFUSED;
    default:
      return 'Send them again. If they are refused again, keep them here, export them for the patient’s record, and tell your administrator.';
  }
}

const ANSWERED_ABOUT_ANOTHER =
  'None of those answers was used, and this is still saved here. The server may have it already, so look there first. Then send it again: it counts once. If this comes back, tell your IT support.';

const SAY_WHY =
  'Open the patient’s record with a network, and say why where you are asked. Then send this again: until then it is saved here.';

const NO_PERMISSION = 'An administrator can give you the permission. Then send it again.';

/** Advice that is the same for every call. */
const ADVICE_OF_ANY: Readonly<Record<string, string>> = {
  [MISDIRECTED]: ANSWERED_ABOUT_ANOTHER,
  FORBIDDEN: NO_PERMISSION,
  REASON_NEEDED: SAY_WHY,
  // The present record comes with this refusal wherever its reader may see it, and then both stand side by side.
  VERSION_CONFLICT: SAY_WHY,
};

/**
 * The effect of a correction of a patient's details on queued signatures that were made under the old ones; null without any. The
 * digest of the shown record covers the name, the birth date and the numbers.
 */
export function signAgainWords({ op, signedBehind }: Pick<OpenItem, 'op' | 'signedBehind'>): string | null {
  if (signedBehind.length === 0 || (op.call !== 'patientCreate' && op.call !== 'patientUpdate')) return null;
  return 'The form that was signed on this tablet shows the name, the birth date and the numbers as they are here now. If you change one of them, that signature does not count for the changed form: it stays here as evidence, and the patient must sign again. Send this first, then open the case and hand the tablet over again.';
}

const SAID_NO =
  'The patient said no, and the form was signed or ended before. Talk to them. If they do not agree, discard this and withdraw the consent in the case, so that nobody acts on it.';

const ANSWERED_LATE =
  'The form was signed before these answers arrived, so they are not on it. Read them here, above all what the patient does not want. Tell the clinician who operates, and have a new version signed where they differ. Then discard this.';

const SIGNED_ANSWERS_REFUSED =
  'These answers do not count: the form leaves the same open as before. Read them here, above all what the patient does not want, and look at the history of the case. Talk with the person who signed them, tell the clinician who operates, and record the talk in the case or have a new version signed. Export these for the patient’s record; then they may leave this tablet.';

const SIGNED_BEFORE =
  'This signer has signed the form before, on another tablet, by a link or on paper. Look at the signature in the case. Where it is on paper, this one is stored there as evidence. Export this one for the patient’s record; it may then leave this tablet.';

const NOT_CONFIRMED =
  'This consent is not confirmed. Since you asked, it has lapsed, was withdrawn, replaced or recorded in error, or another clinician operates. Do nothing on the strength of it. Open the case: where the consent is still in force, ask again there. Then discard this.';

const NOBODY_HEARS =
  'The consent is not in force any more, so nobody was told what the patient said on the day. Tell whoever is responsible and whoever operates. Then discard this.';

const LOSSES: Readonly<Record<Call, string>> = {
  patientCreate: 'The new patient is removed from this tablet. Nobody else has these details.',
  patientUpdate: 'Your changes are removed. The record stays as the server has it.',
  patientUpdateStatus: 'The change of status is removed. The record stays as the server has it.',
  patientConflict: 'The note on the values that were not kept is removed. The record stays as the server has it.',
  consentCreate: 'The draft consent is removed from this tablet. Nobody else has what you wrote.',
  consentUpdate: 'What you wrote is removed. The draft stays as the server has it.',
  consentSend: 'The consent becomes a draft again.',
  consentSendToSign: 'The note that the tablet was handed over is removed.',
  recordIdentity: 'What the patient said about the details is removed for good.',
  recordAnswers: 'The answers of the patient are removed for good.',
  recordUnderstanding: 'How the questions about the form were answered is removed for good.',
  recordDecline: 'The answer of the patient is removed for good: the server will not know that they do not agree.',
  recordLater: 'The answer of the patient is removed for good.',
  recordSign: 'The signature is removed for good. Nobody else has it.',
  recordWithdraw: 'The withdrawal is removed: the consent stays in force.',
  recordConfirm: 'The confirmation is removed for good: the server will not know that the patient was asked on the day.',
  recordNotConfirmed: 'What the patient said on the day is removed for good: the server will not know it, and nobody is told.',
  recordDone: 'The record is removed for good: the server will not know that the operation was done.',
  recordClose: 'The record is removed: the case goes on.',
  safetyReport: 'The report of a safety problem is removed for good. Nobody else has it.',
  recordUpdate: 'Your change is removed. The surgery list of the case, and who operates, stay as the server has them.',
};

const SIGNED_ANSWERS_LOST =
  'The signed answers are removed for good. Where the history of the case does not name them, nobody else has them.';

/** The loss when an item is discarded; `behind` is the number of items queued behind it. */
export function lossWords({
  op,
  behind,
  signedBehind,
  input,
}: Pick<OpenItem, 'op' | 'behind' | 'signedBehind' | 'input'>): string {
  const loss = isSignedAnswers({ call: op.call, input }) ? SIGNED_ANSWERS_LOST : LOSSES[op.call];
  if (behind === 0) return loss;
  const others = counted(behind, 'other item waits', 'other items wait');
  const signature = signedBehind.length === 0 ? '' : ' A signature is among them: without this it may never count.';
  return `${loss} ${others} behind it: they are then sent without it, and the server may refuse them.${signature}`;
}

/** A step before an item may be discarded; undefined where none is needed. */
export function beforeDiscarding(item: Pick<OpenItem, 'op' | 'signedBehind' | 'input'>, isExported: boolean): string | undefined {
  if (isExported) return undefined;
  if (isSignedAnswers({ call: item.op.call, input: item.input })) return 'Please export it first: it is signed.';
  if (isEvidence(item)) return 'Please export it first: it is evidence.';
  return item.signedBehind.length === 0 ? undefined : 'Please export it first: a signature waits behind it.';
}

/** The screen that shows the entity of an item. */
export function screenOfItem({
  op,
  about,
}: Pick<OpenItem, 'op' | 'about'>): { readonly href: Href; readonly label: string } | null {
  if (about.consent !== null) {
    const { consentID, recordID } = about.consent;
    const isDraft = op.call === 'consentCreate' || op.call === 'consentUpdate';
    return isDraft
      ? { href: paths.draft(consentID, recordID).href, label: 'Open the form' }
      : { href: paths.record(recordID).href, label: 'Open the case' };
  }
  // The op's entity id is the case's own.
  if (op.call === 'recordUpdate' || op.call === 'recordDone' || op.call === 'recordClose')
    return { href: paths.record(op.entityId).href, label: 'Open the case' };
  return about.patient === null ? null : { href: paths.patient(about.patient.id).href, label: 'Open the patient' };
}
