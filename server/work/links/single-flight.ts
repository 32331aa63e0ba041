/**
 * Runs work once for all who ask for it under one key at the same time: those who come while it runs get its result or its error.
 *
 * @returns the runner, with the work that is in flight
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const inFlight = new Map<string, Promise<Result>>();
  return (key, work) => {
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const begun = work().finally(() => inFlight.delete(key));
    inFlight.set(key, begun);
    return begun;
  };
}
