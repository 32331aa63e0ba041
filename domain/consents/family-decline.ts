import type { Fault } from '#domain/base/fault.ts';
import { courtOrderFaults } from '#domain/family/court-order.ts';
import { oneSufficesFaults } from '#domain/family/family-adult-rules.ts';
import type { Disagreement, DisagreementDraft, Family } from '#domain/family/family.ts';
import { isRequired } from './recipients.ts';
import { isChild, isParent, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerState } from '#domain/base/states.ts';

/** A signer of a sent form, by the place in the signing order: two parents share a role. */
export type SentSigner = {
  readonly role: SignerRole;
  readonly signing_order: number;
  readonly required: boolean;
  readonly state: SignerState;
};

/** The effect of a no at signing: on the form or on the signer alone. */
export type FamilyDeclineOutcome = {
  readonly declined: 'FORM' | 'SIGNER';
  /** The disagreement becomes NOT_SETTLED and the clinician is informed: the form is not signed before it is settled. */
  readonly isUnsettled: boolean;
  /** The form goes on with a child's no: boxed, and due to be confirmed on the day. */
  readonly isChildsNo: boolean;
};

/** One row of forms.md section 1 about a no at signing; null where it does not apply. */
export type DeclineRule = {
  readonly id: string;
  readonly outcome: (decliner: SentSigner, signers: readonly SentSigner[]) => Partial<FamilyDeclineOutcome> | null;
};

/** The rules of a no at signing; the first that applies decides. */
export const DECLINE_RULES: readonly DeclineRule[] = [
  {
    id: 'C23',
    outcome: (decliner, signers) =>
      decliner.required && (isChild(decliner.role) || (isParent(decliner.role) && isLastParent(decliner, signers)))
        ? { declined: 'FORM' }
        : null,
  },
  { id: 'C21', outcome: ({ role, required }) => (isParent(role) && required ? { isUnsettled: true } : null) },
  { id: 'C18', outcome: ({ role }) => (isChild(role) ? { isChildsNo: true } : null) },
];

/**
 * The effect of the no of a PARENT or a CHILD. An adult who need not sign (a court or the child decides) declines for that adult alone.
 *
 * @param signers - of the form, the decliner among them
 */
export function familyDeclineOutcome(
  signers: readonly SentSigner[],
  decliner: SentSigner,
  rules: readonly DeclineRule[] = DECLINE_RULES,
): FamilyDeclineOutcome {
  const goesOn: FamilyDeclineOutcome = { declined: 'SIGNER', isUnsettled: false, isChildsNo: false };
  for (const { outcome } of rules) {
    const found = outcome(decliner, signers);
    if (found !== null) return { ...goesOn, ...found };
  }
  return goesOn;
}

/** Whether every other parent who must sign has declined as well. */
function isLastParent(decliner: SentSigner, signers: readonly SentSigner[]): boolean {
  return signers.every(
    ({ role, required, state, signing_order }) =>
      !isParent(role) || !required || state === 'DECLINED' || signing_order === decliner.signing_order,
  );
}

/** The adults who said no and whose signature is still required: how that was settled is not recorded (rule C21). */
export function unsettledAdults<T extends Pick<SentSigner, 'role' | 'state'> & { readonly required?: boolean | undefined }>(
  signers: readonly T[],
): T[] {
  return signers.filter((each) => isParent(each.role) && each.state === 'DECLINED' && isRequired(each));
}

/** Whether adults disagree over a form that is out. Whoever said no may have signed since, on another tablet: that alone settles nothing. */
export function isUnsettled({
  recipients,
  disagreement,
}: {
  readonly recipients: Parameters<typeof unsettledAdults>[0];
  readonly disagreement?: Pick<Disagreement, 'outcome'> | null | undefined;
}): boolean {
  return unsettledAdults(recipients).length > 0 || disagreement?.outcome === 'NOT_SETTLED';
}

/** A recorded outcome: its faults, and whether it settles the disagreement so that the parents who declined need not sign. */
export type Settlement = { readonly faults: readonly Fault[]; readonly isSettled: boolean };

/**
 * Judges the outcome that a clinician records after a parent declined (rule C22, by C9 and C11).
 *
 * @param today - plain date where the organisation is
 */
export function settleDisagreement(
  form: Pick<Family, 'needsAllAdults'>,
  disagreement: DisagreementDraft,
  today: string,
): Settlement {
  const { outcome, courtOrder } = disagreement;
  // A court that decided against the treatment may be recorded with NOT_GOING_AHEAD: nothing goes on from it.
  if (outcome === 'NOT_SETTLED' || outcome === 'NOT_GOING_AHEAD') return { faults: [], isSettled: false };
  const faults: Fault[] = oneSufficesFaults(disagreement, form.needsAllAdults, '').map(({ path, message }) => ({
    path,
    message,
  }));
  if (outcome === 'COURT_ORDER' || courtOrder !== null) faults.push(...courtOrderFaults(courtOrder, today, 'courtOrder'));
  return { faults, isSettled: faults.length === 0 };
}

/** The signers once a disagreement is settled: parents who declined need not sign any more. */
export function settledSigners<T extends SentSigner>(signers: readonly T[]): T[] {
  return signers.map((each) => (isParent(each.role) && each.state === 'DECLINED' ? { ...each, required: false } : each));
}
