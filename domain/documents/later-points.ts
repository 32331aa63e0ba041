import { mayMove } from '#domain/cases/case-machine.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { openPointsFor, type AnsweredForm } from '#domain/consents/open-points.ts';
import type { LaterPoint } from '#domain/consents/later-answers.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { decides, isClinician } from '#domain/forms/signer-roles.ts';
import { isSignedOnPaper } from './paper-scan.ts';

type SignerOnForm = Pick<Recipient, 'role' | 'state' | 'signing_order' | 'method'>;

/** A form with its signers, as far as one of them may answer what it leaves open. */
export type FormToAnswer = Omit<AnsweredForm, 'isOnPaper'> & { readonly recipients: readonly SignerOnForm[] };

/**
 * The choices about which a signer is asked again, on a new handover after their signature; none for somebody who decides nothing, or has
 * not signed.
 */
export function laterPoints({ recipients, ...form }: FormToAnswer, order: number): LaterPoint[] {
  const me = recipients.find(({ signing_order }) => signing_order === order);
  if (me?.state !== 'SIGNED' || !decides(me.role)) return [];
  const open = new Set(openPointsFor({ ...form, isOnPaper: isSignedOnPaper(recipients) }, order).map(({ id }) => id));
  return form.additionalChoices.flatMap(({ id, title, answer }) => (open.has(id) ? [{ id, title, first: answer }] : []));
}

/** Whether those who have signed may be asked again about what a form leaves open: while it is out, until the clinician has signed. */
export function canAnswerLater({
  status,
  recipients,
}: Pick<FormToAnswer, 'recipients'> & { readonly status: CaseStatus }): boolean {
  return mayMove(status, 'sign') && !hasClinicianSigned(recipients);
}

/** Whether the clinician has signed: from then on what a form leaves open is settled by a talk under an own account. */
export function hasClinicianSigned(recipients: readonly Pick<SignerOnForm, 'role' | 'state'>[]): boolean {
  return recipients.some(({ role, state }) => isClinician(role) && state === 'SIGNED');
}
