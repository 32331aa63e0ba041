import { useSyncExternalStore } from 'react';

/**
 * Display preferences of this device. `type` is the size of the letters, `layout` the position of the navigation:
 * a rail at the side (vertical, the default: spec §9) or a bar at the top (horizontal).
 */
export type DisplaySettings = {
  readonly scheme: 'light' | 'dark' | 'auto';
  readonly type: 'normal' | 'large' | 'larger';
  readonly layout: 'vertical' | 'horizontal';
};

/** localStorage key of the settings; `public/display.js` reads the same key before the first paint. */
export const displayKey = 'assent.display';

export const defaultDisplay: DisplaySettings = { scheme: 'auto', type: 'normal', layout: 'vertical' };

/** Parses stored settings; a missing or unknown value falls back to its default, field by field. */
export function parseDisplaySettings(stored: string | null): DisplaySettings {
  const found = objectIn(stored);
  return {
    scheme: oneOf(['light', 'dark', 'auto'], found['scheme'], defaultDisplay.scheme),
    type: oneOf(['normal', 'large', 'larger'], found['type'], defaultDisplay.type),
    layout: oneOf(['vertical', 'horizontal'], found['layout'], defaultDisplay.layout),
  };
}

/**
 * The settings and a function that changes some of them. Every user of the hook sees a change at once; it is stored on the
 * device when storage allows, else it lasts until the page is closed.
 */
export function useDisplaySettings(): readonly [DisplaySettings, (change: Partial<DisplaySettings>) => void] {
  return [useSyncExternalStore(subscribe, current), changeDisplay];
}

let settings: DisplaySettings | undefined;
const listeners = new Set<() => void>();

function current(): DisplaySettings {
  settings ??= parseDisplaySettings(read());
  return settings;
}

function changeDisplay(change: Partial<DisplaySettings>): void {
  settings = { ...current(), ...change };
  try {
    localStorage.setItem(displayKey, JSON.stringify(settings));
  } catch {
    // Storage may be full or refused; the setting then lasts as long as the page.
  }
  announce();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

/** Handles changes from another tab, and cleared storage (`key` is null then). */
function onStorage(event: StorageEvent): void {
  if (event.key !== displayKey && event.key !== null) return;
  settings = parseDisplaySettings(read());
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

function read(): string | null {
  try {
    return localStorage.getItem(displayKey);
  } catch {
    return null;
  }
}

function objectIn(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown, fallback: T): T {
  return allowed.find((item) => item === value) ?? fallback;
}
