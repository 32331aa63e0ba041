import { useSyncExternalStore } from 'react';

// Whether the entry shows the sign-in form itself, beside the app, which stays hidden until it shows another screen.

const listeners = new Set<() => void>();
let isShown = false;

/** Shows the form in the app's place. */
export function showEntryForm(): void {
  setShown(true);
}

/** Shows the app in the form's place, at once: the app may set the focus in the same moment. */
export function hideEntryForm(): void {
  if (isShown) setShown(false);
}

export function isEntryFormShown(): boolean {
  return isShown;
}

/** True while the entry shows the sign-in form: the app's own sign-in screen is empty then. */
export function useIsEntryFormShown(): boolean {
  return useSyncExternalStore(subscribe, () => isShown);
}

function setShown(next: boolean): void {
  isShown = next;
  document.documentElement.toggleAttribute('data-entry-form', isShown);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
