import { capacityDeclineOutcome } from '#domain/capacity/capacity-signers.ts';
import { isPatientOnOwnForm, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { familyDeclineOutcome, type FamilyDeclineOutcome, type SentSigner } from './family-decline.ts';

/**
 * The effect of a signer's no on a sent form, by the signer's role: of two parents one may say no, a child who does not decide alone
 * too, and an interpreter says that they cannot sign (rules C18, C21, C23, A18). Server and tablet share this function.
 *
 * @param signers - of the form, the decliner among them
 */
export function declineOutcomeOf(signers: readonly SentSigner[], decliner: SentSigner): FamilyDeclineOutcome {
  const { decides, mayDecline } = ROLE_RULES[decliner.role];
  if (mayDecline === 'for itself') return ends('SIGNER');
  if (mayDecline === false || isPatientOnOwnForm(decliner.role)) return ends('FORM');
  if (decides) return familyDeclineOutcome(signers, decliner);
  return ends(capacityDeclineOutcome(decliner).status === 'DECLINED' ? 'FORM' : 'SIGNER');
}

function ends(declined: FamilyDeclineOutcome['declined']): FamilyDeclineOutcome {
  return { declined, isUnsettled: false, isChildsNo: false };
}
