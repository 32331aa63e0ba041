import { isNhsEmail, nhsEmailRule } from '#domain/accounts/nhs-email.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import type { FullUser } from '#server/data/accounts/users.ts';
import { Refused } from '#server/api-error.ts';
import type { Deps } from '#server/deps.ts';
import type { Settings } from '#server/settings.ts';

/** The statuses with which a user may have a session: active, or with a registration to finish. */
const MAY_SIGN_IN: readonly UserStatus[] = ['ACTIVE', 'PENDING_PROFILE', 'PENDING_2FA', 'PENDING_TERMS'];

/** Today where the organisation is, a plain date. */
export function todayOf({ clock, settings }: { clock: Deps['clock']; settings: Pick<Settings, 'timeZone'> }): string {
  return localDate(clock(), settings.timeZone);
}

/**
 * An expiry date is valid to its end, where the organisation is. Nobody signs in at an organisation that has ended.
 *
 * @throws Refused NOT_ACTIVATED for a user who may not sign in; answered only after a right password
 */
export function refuseInactive({ status, expiry_date, organisationEndedAt }: FullUser, today: string): void {
  const isOpen = MAY_SIGN_IN.includes(status) && organisationEndedAt === null;
  if (!isOpen || (expiry_date !== null && expiry_date < today)) throw new Refused('NOT_ACTIVATED');
}

/** @throws Refused INVALID for an address that may not register here (spec §5 NHS email rule) */
export function refuseStrangeAddress(email: string, { nhsEmailOnly, nhsHost }: Settings, path = 'email'): void {
  if (nhsEmailOnly && !isNhsEmail(email, nhsHost))
    throw new Refused('INVALID', { fields: [{ path, message: nhsEmailRule('Email') }] });
}

/** The organisation is chosen during the registration; a user with a role was assigned by an administrator and stays. */
export function mayChooseOrganisation({ status, role_id }: FullUser): boolean {
  return status !== 'ACTIVE' && role_id === null;
}
