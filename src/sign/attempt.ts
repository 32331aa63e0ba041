/** A write that may have to be sent again: the same body under the same key, so that it takes effect once. */
export type Attempt<B> = { fingerprint: string; key: string; body: B };

/**
 * The attempt to send now: the last one, whole, when nothing was changed since, else a new one.
 *
 * @param last - the attempt before, or null
 * @param fields - what the person entered; what differs at each try, as the time, belongs into `complete`
 */
export function attemptOf<F, B>({
  last,
  fields,
  complete,
  newKey,
}: {
  last: Attempt<B> | null;
  fields: F;
  complete: (fields: F) => B;
  newKey: () => string;
}): Attempt<B> {
  const fingerprint = JSON.stringify(fields);
  return last?.fingerprint === fingerprint ? last : { fingerprint, key: newKey(), body: complete(fields) };
}
