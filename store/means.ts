/** What this room takes from its surroundings, so that tests can hold it: time, ids and chance. */
export type Means = {
  /** epoch ms by this device's clock */
  readonly now: () => number;
  /** a UUID version 7 */
  readonly newId: () => string;
  /** from 0 up to but not 1 */
  readonly random: () => number;
  /** so many random bytes, fit for keys */
  readonly bytes: (count: number) => Uint8Array<ArrayBuffer>;
};
