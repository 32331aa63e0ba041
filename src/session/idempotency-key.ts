/** A write that may be sent again: the same body under the same idempotency key takes effect once. */
export type Attempt<B> = { fingerprint: string; key: string; body: B };

/**
 * The attempt to send: the last one while the fields are the same, else a new one with a new key.
 *
 * @param last - the attempt before, or null
 * @param fields - the person's input; values that differ at each try, such as the time, are added by `complete`
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

/** {@link attemptOf} by the name of a call. */
export type Attempts = <F, B>(what: string, fields: F, complete: (fields: F) => B) => Attempt<B>;

/** Remembers the last attempt of each call across pages: the same input, sent again from another page, keeps its key. */
export function rememberAttempts(newKey: () => string): Attempts {
  const attempts = new Map<string, Attempt<unknown>>();
  return <F, B>(what: string, fields: F, complete: (fields: F) => B) => {
    // Each name stores the attempts of one call, whose bodies are of one type.
    const last = (attempts.get(what) ?? null) as Attempt<B> | null;
    const attempt = attemptOf({ last, fields, complete, newKey });
    attempts.set(what, attempt);
    return attempt;
  };
}
