import { identityKey } from './search-text.ts';
import { DASHES } from './signs-in-names.ts';

/** Whether two names, parts of a name or numbers are one as far as they tell (review of inputs, K6). Empty ones are nobody's. */
export function isSameIdentity(one: string, other: string): boolean {
  const key = identityKey(one);
  return key !== '' && key === identityKey(other);
}

const BETWEEN_WORDS = new RegExp(String.raw`[\s${DASHES},.]+`, 'u');

/** Words in front of a name that are no part of it. */
const TITLES: ReadonlySet<string> = new Set(['dr', 'mr', 'mrs', 'ms', 'miss', 'mx', 'prof', 'professor']);

/** The words of a name as they are compared, without a title: `Mrs. BEECH-Ash, Mary` is `beech`, `ash`, `mary`. */
export function nameWords(name: string): string[] {
  return name
    .split(BETWEEN_WORDS)
    .map(identityKey)
    .filter((word) => word !== '' && !TITLES.has(word));
}

/**
 * Whether two whole names are of one person as far as names tell: as {@link isSameIdentity}, also without a title, and with the last name
 * first. Empty ones are nobody's.
 */
export function isSameName(one: string, other: string): boolean {
  const keys = nameKeys(other);
  return nameKeys(one).some((key) => keys.includes(key));
}

/** Keys of which two names that are the same by {@link isSameName} share one: many names are looked up by them. */
function nameKeys(name: string): string[] {
  const words = nameWords(inSpokenOrder(name));
  return words.length === 0 ? [] : [words.join(''), words.toSorted().join(' ')];
}

/** The one of many who alone has a name, as far as names tell; undefined where it is nobody's, or that of two. */
export function onlyOneNamed<P extends { readonly name: string }>(people: readonly P[]): (name: string) => P | undefined {
  const byKey = new Map<string, Set<P>>();
  for (const one of people) for (const key of nameKeys(one.name)) byKey.set(key, (byKey.get(key) ?? new Set<P>()).add(one));
  return (name) => {
    const found = new Set(nameKeys(name).flatMap((key) => [...(byKey.get(key) ?? [])]));
    return found.size === 1 ? [...found][0] : undefined;
  };
}

/** `Beech, Mary` as `Mary Beech`: with one comma the last name stands first. */
function inSpokenOrder(name: string): string {
  const [last = '', first, ...rest] = name.split(',');
  return first === undefined || rest.length > 0 ? name : `${first} ${last}`;
}
