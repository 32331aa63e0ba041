import type { Permission } from '#domain/accounts/roles.ts';
import { mayMove, mayVoid, type Move } from '#domain/cases/case-machine.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import type { ConsentView } from '#src/queries/records.ts';

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
 * The acts that this person may perform on the newest version now. A draft is deleted only while it was never out; pending changes are
 * sent first, since all acts but a withdrawal need the network. Behind a blocked change not even a withdrawal would be sent.
 */
export function quietActs(
  { status, origin, local, ...version }: Pick<ConsentView, 'status' | 'origin' | 'local' | 'consentID' | 'Timeline'>,
  permissions: readonly Permission[],
): QuietAct[] {
  if (local?.blocked !== undefined) return [];
  return QUIET_ACTS.filter(
    ({ act, move, permission }) =>
      mayMove(status, move) &&
      permissions.includes(permission) &&
      (act !== 'delete' || !hasBeenOut(version)) &&
      // Before anybody has signed the form itself is changed.
      (act !== 'reopen' || status !== 'SENT') &&
      // Of an imported form there is nothing to correct: a new version starts from the library.
      (act !== 'reopen' || !isImported({ origin }) || !mayMove(status, 'reconsent')) &&
      (act === 'withdraw' || local?.isUnsent !== true),
  ).map(({ act }) => act);
}

/** Whether a version was sent before, and taken back since. */
function hasBeenOut({ consentID, Timeline }: Pick<ConsentView, 'consentID' | 'Timeline'>): boolean {
  return Timeline.some(({ type, versionId }) => type === 'CONSENT_SENT' && versionId === consentID);
}
