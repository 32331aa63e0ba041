import type { Wrap } from './wraps.ts';

/** A data key as kept: its bytes under the vault's root key. */
export type KeptKey = { readonly keyId: string; readonly wrap: Wrap };

/**
 * One person's vault on this device. The root key opens the data keys; it is wrapped under the password and under the share
 * that the server releases. Times are epoch ms.
 */
export type VaultRow = {
  readonly userHash: string;
  /** by which a sign-in without network finds its vault */
  readonly loginHash: string;
  readonly displayName: string;
  readonly organisationId: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly rounds: number;
  readonly byPassword: Wrap;
  readonly byShare: Wrap;
  readonly local: KeptKey;
  /** null after a logout: the copies that it sealed are gone for good */
  readonly synced: KeptKey | null;
  readonly unsentCount: number;
  readonly lastFullSignIn: number;
  /** the latest time that was ever seen here, so that a clock set back buys no more hours */
  readonly lastSeen: number;
};
