type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** localStorage; null where the browser refuses it, which it does by throwing at the very name. */
export function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * localStorage and sessionStorage of this page. Where the browser refuses them nothing is stored, and nothing is found; only a write says
 * so, by the browser's own error.
 */
export const localItems = guarded(() => localStorage);
export const tabItems = guarded(() => sessionStorage);

function guarded(storage: () => Storage): WebStorage {
  return {
    getItem: (name) => {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    setItem: (name, value) => storage().setItem(name, value),
    removeItem: (name) => {
      try {
        storage().removeItem(name);
      } catch {
        // Nothing is stored where nothing can be removed.
      }
    },
  };
}
