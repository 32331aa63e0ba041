/** Parses `?a=1&b=2` as text values: nothing in an address is JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The inverse; values that are not set are omitted. */
export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

type Default<V> = { readonly [K in keyof V]?: V[K] };

/** The values for an address, without those equal to their defaults. */
export function withoutDefaults<V extends object, const D extends Default<V>>(values: V, defaults: D) {
  const set = Object.entries(values).map(([name, value]) => [name, value === defaults[name as keyof D] ? undefined : value]);
  // Only defaults were removed.
  return Object.fromEntries(set) as { [K in keyof V]: (K extends keyof D ? Exclude<V[K], D[K]> : V[K]) | undefined };
}
