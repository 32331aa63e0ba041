/** The states of an account, from its registration on, in the words of the wire. */
export const USER_STATUSES = [
  'PENDING_EMAIL',
  'PENDING_PROFILE',
  'PENDING_2FA',
  'PENDING_TERMS',
  'PENDING_APPROVAL',
  'ACTIVE',
  'SUSPENDED',
  'EXPIRED',
  'REJECTED',
] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
