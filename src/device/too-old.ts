const listeners = new Set<() => void>();

/** Calls the listener each time the server refuses a call because this build of the app is too old (426). */
export function onTooOld(listener: () => void): void {
  listeners.add(listener);
}

export function notifyTooOld(): void {
  for (const listener of listeners) listener();
}
