/** A browser's storage over a map, for test environments without a browser. */
export function openStorage(first: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(first));
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
