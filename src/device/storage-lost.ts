type Listener = () => void;

const listeners = new Set<Listener>();

/** Tells the page that a write found its vault cleared. */
export function reportStorageLost(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener after each write that found its vault cleared. @returns how to stop */
export function onStorageLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
