/** Clock, ids, randomness and the work factor of passwords: passed in, so that tests control them. */
export type Env = {
  /** epoch ms, by this device's clock */
  readonly now: () => number;
  /** a UUID version 7 */
  readonly newId: () => string;
  /** from 0 inclusive to 1 exclusive */
  readonly random: () => number;
  /** `count` random bytes from a cryptographic source: keys, salts and IVs are made of them */
  readonly bytes: (count: number) => Uint8Array<ArrayBuffer>;
  /** PBKDF2 iterations for a new vault; an existing vault keeps the number in its row */
  readonly passwordRounds: number;
};
