import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * Display preferences of this device. `type` is the size of the letters, `layout` the position of the navigation:
 * a rail at the side (vertical, the default: spec §9) or a bar at the top (horizontal). `language` is that of the staff’s pages, whose
 * texts are English alone: there is no choice of it yet.
 */
export type DisplaySettings = {
  readonly scheme: 'light' | 'dark' | 'auto';
  readonly type: 'normal' | 'large' | 'larger';
  readonly layout: 'vertical' | 'horizontal';
  readonly language: 'en';
};

/** localStorage key of the settings; `public/display.js` reads the same key before the first paint. */
export const displayKey = 'assent.display';

export const defaultDisplay: DisplaySettings = { scheme: 'auto', type: 'normal', layout: 'vertical', language: 'en' };

/** Parses stored settings; a missing or unknown value falls back to its default, field by field. */
export function parseDisplaySettings(stored: string | null): DisplaySettings {
  const found = objectIn(stored);
  return {
    scheme: oneOf(['light', 'dark', 'auto'], found['scheme'], defaultDisplay.scheme),
    type: oneOf(['normal', 'large', 'larger'], found['type'], defaultDisplay.type),
    layout: oneOf(['vertical', 'horizontal'], found['layout'], defaultDisplay.layout),
    language: oneOf(['en'], found['language'], defaultDisplay.language),
  };
}

const display = createStore<DisplaySettings>(() => parseDisplaySettings(read()));

/**
 * The settings and a function that changes some of them. Every user of the hook sees a change at once; it is stored on the
 * device when storage allows, else it lasts until the page is closed.
 */
export function useDisplaySettings(): readonly [DisplaySettings, (change: Partial<DisplaySettings>) => void] {
  return [useStore(display), changeDisplay];
}

/** Follows changes from other tabs, and cleared storage. @returns how to stop */
export function followDisplaySettings(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key: all of the storage was cleared.
    if (key === displayKey || key === null) display.setState(parseDisplaySettings(read()));
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function changeDisplay(change: Partial<DisplaySettings>): void {
  display.setState(change);
  try {
    localStorage.setItem(displayKey, JSON.stringify(display.getState()));
  } catch {
    // Storage may be full or refused; the setting then lasts as long as the page.
  }
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
