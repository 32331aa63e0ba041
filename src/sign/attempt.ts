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

/** The attempt to send now, as {@link attemptOf}; `what` names the call that it is about. */
export type Attempts = <F, B>(what: string, fields: F, complete: (fields: F) => B) => Attempt<B>;

/** Remembers the last attempt of each call, whatever page is shown meanwhile: whoever says the same again says it once. */
export function rememberAttempts(newKey: () => string): Attempts {
  const attempts = new Map<string, Attempt<unknown>>();
  return <F, B>(what: string, fields: F, complete: (fields: F) => B) => {
    // Under one name are the attempts of one call, whose bodies are of one type.
    const last = (attempts.get(what) ?? null) as Attempt<B> | null;
    const attempt = attemptOf({ last, fields, complete, newKey });
    attempts.set(what, attempt);
    return attempt;
  };
}
