/** The reference: the rules of forms.md and domain.md about a case, written a second time and without the product's code. */

import {
  currentOf,
  forgetOpenScan,
  FORMS,
  isOut,
  isOutNow,
  type CaseModel,
  type ModelRole,
  type ModelSigner,
  type ModelStatus,
  type ModelVersion,
  type Verdict,
} from './case-shapes.ts';
import { NEW_RULES_SINCE } from '#tests/support/forms/new-rules.ts';
import * as links from './link-model.ts';

export function newVersion(id: string, isComplete: boolean): ModelVersion {
  return {
    id,
    status: 'DRAFT',
    signers: [],
    isComplete,
    openQuestions: 0,
    isUnsettled: false,
    hasChildRefused: false,
    isInError: false,
    seal: 'NONE',
    signedAt: null,
    confirmedAt: null,
    pinnedAt: null,
    noAt: null,
    changes: 0,
    scan: null,
    checked: [],
    scans: [],
  };
}

export function send(model: CaseModel, version: ModelVersion, now: number): Verdict {
  if (version.status !== 'DRAFT' || currentOf(model) !== version) return 'MOVE_REFUSED';
  if (!version.isComplete) return 'INVALID';
  version.status = 'SENT';
  version.pinnedAt = now;
  links.goOut(model, version);
  version.signers = FORMS[model.kind].map((each, at) => ({
    // The table's entries are roles, with or without a mark.
    role: each.replace('?', '') as ModelRole,
    order: at + 1,
    required: !each.endsWith('?'),
    state: 'WAITING',
    isStranger: false,
    signedAt: null,
  }));
  return null;
}

/**
 * A device is handed to a signer: their link ends. @param queuedAt - of a handover that a tablet had begun without a network, when it
 * might not know that the time of the form had ended
 */
export function handOver(
  model: CaseModel,
  version: ModelVersion,
  [signer, queuedAt]: [ModelSigner | undefined, queuedAt?: number],
): Verdict {
  if (signer === undefined || signer.role === 'CLINICIAN') return isOutNow(model, version) || signer ? 'INVALID' : 'MOVE_REFUSED';
  const isOpenedAgain = queuedAt !== undefined && version.status === 'EXPIRED' && currentOf(model) === version;
  const isHeld = queuedAt !== undefined && signer.state === 'SIGNED' && model.inForce === version.id;
  if (!isOutNow(model, version) && !isOpenedAgain && !isHeld) return 'MOVE_REFUSED';
  if (signer.state === 'SIGNED' && !isAskedAgain(version, signer, queuedAt !== undefined)) return 'ALREADY_SIGNED';
  if (isOpenedAgain) links.resume(model, version);
  links.endLinksAt(model, version, { by: 'OTHER_WAY', order: signer.order, until: queuedAt });
  return null;
}

/**
 * No form of these answers about blood, so that all leave it open: whoever decides and has signed is asked again, until the clinician has
 * signed. A tablet without a network may not know that.
 */
function isAskedAgain({ signers }: ModelVersion, { role }: ModelSigner, isQueued: boolean): boolean {
  const hasClinicianSigned = signers.some((each) => each.role === 'CLINICIAN' && each.state === 'SIGNED');
  return (role === 'PATIENT' || role === 'PARENT' || role === 'CHILD') && (isQueued || !hasClinicianSigned);
}

export function openForm(signer: ModelSigner): void {
  if (signer.state === 'WAITING') signer.state = 'OPENED';
}

export function identify(version: ModelVersion, signer: ModelSigner, isRight: boolean): Verdict {
  if (signer.state === 'SIGNED') return null;
  if (!isOut(version)) return 'MOVE_REFUSED';
  signer.isStranger = !isRight;
  if (signer.state !== 'DECLINED') signer.state = isRight ? 'VERIFIED' : 'OPENED';
  return null;
}

type Signing = { now: number; witness?: 'signs' | 'waits' };

export function sign(
  model: CaseModel,
  version: ModelVersion,
  [signer, { now, witness }]: [ModelSigner | undefined, Signing],
): Verdict {
  if (signer?.state === 'SIGNED') return 'ALREADY_SIGNED';
  if (signer === undefined || !isOutNow(model, version) || signer.isStranger) return 'MOVE_REFUSED';
  const asks = signer.role === 'PATIENT' || signer.role === 'PARENT' || signer.role === 'CHILD';
  if (asks && version.openQuestions > 0) return 'MOVE_REFUSED';
  Object.assign(signer, { state: 'SIGNED', signedAt: now });
  // A form of the first shape from before the rule has the words of a witness alone.
  const isFirstShape = model.kind === 'adult' && model.versions.indexOf(version) === 0;
  const isExcused = isFirstShape && version.pinnedAt !== null && version.pinnedAt < Date.parse(NEW_RULES_SINCE);
  if (witness !== undefined && (witness === 'signs' || !isExcused)) {
    const state = witness === 'signs' ? 'SIGNED' : 'WAITING';
    version.signers.push({
      role: 'WITNESS',
      order: version.signers.length + 1,
      required: true,
      state,
      isStranger: false,
      signedAt: null,
    });
  }
  moveOn(model, version, now);
  return null;
}

/** The final states of versions that stay when another version is signed. */
const STAYS: ReadonlySet<ModelStatus> = new Set<ModelStatus>(['WITHDRAWN', 'SUPERSEDED', 'DECLINED', 'EXPIRED']);

export function moveOn(model: CaseModel, version: ModelVersion, now: number): void {
  const areAll = version.signers.every(({ required, state }) => !required || state === 'SIGNED');
  version.status = areAll && !version.isUnsettled ? 'SIGNED' : 'PARTIALLY_SIGNED';
  if (version.status !== 'SIGNED') return;
  forgetOpenScan(version);
  for (const each of version.signers) if (each.state !== 'SIGNED' && each.state !== 'DECLINED') each.state = 'EXPIRED';
  for (const other of model.versions) {
    if (other === version) continue;
    if (other.status === 'SIGNED') other.status = 'SUPERSEDED';
    else if (!STAYS.has(other.status)) other.status = 'VOIDED';
  }
  Object.assign(version, { seal: 'SEALING', signedAt: now });
  model.inForce = version.id;
}

export function decline(version: ModelVersion, signer: ModelSigner, now: number): Verdict {
  const { role, required } = signer;
  if (signer.state === 'SIGNED') return 'ALREADY_SIGNED';
  if (role === 'WITNESS' || role === 'CLINICIAN') return 'FORBIDDEN';
  if (!isOut(version)) return 'MOVE_REFUSED';
  signer.state = 'DECLINED';
  // An interpreter who cannot sign says no to nothing.
  if (role !== 'INTERPRETER') version.noAt = now;
  const saysYes = version.signers.some((each) => each.role === 'PARENT' && each.required && each.state !== 'DECLINED');
  if (role === 'PATIENT' || (role === 'CHILD' && required) || (role === 'PARENT' && required && !saysYes))
    version.status = 'DECLINED';
  else if (role === 'PARENT' && required) version.isUnsettled = true;
  else if (role === 'CHILD') version.hasChildRefused = true;
  if (version.status === 'DECLINED') forgetOpenScan(version);
  return null;
}

export function settle(model: CaseModel, version: ModelVersion, [outcome, now]: [string, number]): Verdict {
  const decliners = version.signers.filter(({ role, state }) => role === 'PARENT' && state === 'DECLINED');
  if (!isOutNow(model, version) || (decliners.length === 0 && !version.isUnsettled)) return 'MOVE_REFUSED';
  version.isUnsettled = outcome === 'NOT_SETTLED';
  if (outcome === 'NOT_GOING_AHEAD') {
    Object.assign(version, { status: 'DECLINED', noAt: now });
    forgetOpenScan(version);
  }
  if (version.isUnsettled || version.status === 'DECLINED') return null;
  for (const each of decliners) each.required = false;
  if (version.signers.some(({ state }) => state === 'SIGNED')) moveOn(model, version, now);
  return null;
}

export function recall(model: CaseModel, version: ModelVersion): Verdict {
  if (!isOut(version)) return 'MOVE_REFUSED';
  links.endAccess(model, version, 'RECALLED');
  Object.assign(version, { status: 'DRAFT', signers: [], isUnsettled: false, hasChildRefused: false, scan: null, checked: [] });
  return null;
}

export function recordError(model: CaseModel, version: ModelVersion): Verdict {
  if (version.isInError) return 'MOVE_REFUSED';
  links.endAccess(model, version, 'VOIDED');
  Object.assign(version, { status: 'VOIDED', isInError: true });
  if (model.inForce === version.id) model.inForce = null;
  return null;
}

export function mayWriteAgain(model: CaseModel, kind: 'reopen' | 'reconsent'): Verdict {
  const { status } = currentOf(model);
  const isOpen =
    kind === 'reconsent' ? status === 'SIGNED' : status !== 'DRAFT' && status !== 'VOIDED' && status !== 'SUPERSEDED';
  return isOpen ? null : 'MOVE_REFUSED';
}

/** A new version is written: of a form in force the links stay, for the document and a change of mind. */
export function writeAgain(model: CaseModel, id: string): void {
  const current = currentOf(model);
  if (current.status === 'SIGNED') links.endTickets(model, current);
  else links.endAccess(model, current, 'NEW_VERSION');
  model.versions.push(newVersion(id, false));
}

export function withdraw(model: CaseModel, version: ModelVersion, now: number): Verdict {
  if (version.status !== 'SIGNED') return 'MOVE_REFUSED';
  Object.assign(version, { status: 'WITHDRAWN', noAt: now });
  if (model.inForce === version.id) model.inForce = null;
  return null;
}

export function confirm(model: CaseModel, version: ModelVersion, now: number): Verdict {
  if (model.inForce !== version.id || version.openQuestions > 0 || confirmStateOf(version, now) === 'LAPSED')
    return 'MOVE_REFUSED';
  version.confirmedAt = now;
  return null;
}

/** Forms are confirmed after 84 days and lapse after 182, by the calendar of London. */
export function confirmStateOf({ status, signedAt, confirmedAt, hasChildRefused }: ModelVersion, now: number): string {
  if (status !== 'SIGNED' || signedAt === null) return 'NOT_REQUIRED';
  const age = dayOf(now) - dayOf(signedAt);
  if (age > 182) return 'LAPSED';
  if (confirmedAt !== null && dayOf(now) - dayOf(confirmedAt) <= 1) return 'CONFIRMED';
  return age > 84 || hasChildRefused ? 'DUE' : 'NOT_REQUIRED';
}

const inLondon = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
export const dayOf = (at: number): number => Math.round(Date.parse(inLondon.format(at)) / 86_400_000);
