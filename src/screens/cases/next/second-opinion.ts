import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { givesSecondOpinion } from '#domain/forms/signer-roles.ts';
import { waitingRoles } from '../waiting-signers.ts';

/** The reader of a case; without an id while nobody is signed in. */
export type CaseViewer = { readonly userId: string | undefined; readonly permissions: readonly Permission[] };

/** Whether this person signs the second opinion under their own account: any clinician but the one whose form it is (rule A17). */
export function mayGiveSecondOpinion(
  consent: Pick<Consent, 'recipients' | 'addedSigners' | 'clinician' | 'status'>,
  { userId, permissions }: CaseViewer,
): boolean {
  const isOut = consent.status === 'SENT' || consent.status === 'PARTIALLY_SIGNED';
  const isOther = userId !== undefined && userId !== consent.clinician._id;
  return isOut && isOther && permissions.includes('consents.sign') && waitingRoles(consent).some(givesSecondOpinion);
}
