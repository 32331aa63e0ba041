import type { WrappedKey } from '#store/crypto/wrap.ts';

/** A data key as stored: its bytes wrapped under the vault's root key. */
export type WrappedDataKey = { readonly keyId: string; readonly wrap: WrappedKey };

/**
 * One user's vault on this device. The root key unwraps the data keys; it is wrapped twice itself, under the password and under the
 * share that the server releases. Times are epoch ms.
 */
export type VaultRow = {
  readonly userHash: string;
  /** keyed hash of the email: an offline unlock finds the vault by it */
  readonly loginHash: string;
  readonly displayName: string;
  readonly organisationId: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly rounds: number;
  readonly byPassword: WrappedKey;
  readonly byShare: WrappedKey;
  readonly local: WrappedDataKey;
  /** null after a sign-out: the cached copies that it sealed can never be read again */
  readonly synced: WrappedDataKey | null;
  readonly unsentCount: number;
  readonly lastFullSignIn: number;
  /** latest time at which the vault was opened: a clock that is set back cannot extend the 12 hours */
  readonly lastSeen: number;
};
