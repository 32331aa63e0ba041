/**
 * JSON as RFC 8785 writes it: keys in the order of their UTF-16 code units, no spaces, numbers as ECMAScript prints them.
 *
 * @throws TypeError for what JSON cannot hold (undefined in a list, NaN, functions); undefined members of objects are left out
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('JSON holds no such number');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      .join(',')}}`;
  }
  throw new TypeError('JSON cannot hold this value');
}

/** Whether two JSON values are equal in any order of their keys; undefined is null, and an undefined member is an absent one. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one ?? null) === canonical(other ?? null);
}

/** SHA-256 of text in UTF-8 as 64 lower-case hex characters; page and server each pass their own. */
export type Sha256 = (text: string) => Promise<string> | string;
