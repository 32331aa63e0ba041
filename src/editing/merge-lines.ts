import { isSameValue } from '#domain/base/canonical.ts';

/** A value as two people found it, and as each of them left it. */
export type Sides<T> = { readonly base: T; readonly mine: T; readonly theirs: T };

/** One line that both changed, and differently. `undefined`: removed, or never there. */
export type LineClash<L> = {
  readonly key: string;
  readonly mine: L | undefined;
  readonly theirs: L | undefined;
  /** position for the line where it has to be added again */
  readonly at: number;
};

type LineMerge<L> = {
  /** with the own line at a clash */
  readonly lines: L[];
  readonly clashes: readonly LineClash<L>[];
  /** lines of the other person's changes: as they are now, or as they were */
  readonly taken: readonly L[];
};

/** Names of the lines of one list. */
export type LineNames<L> = {
  /** stays over the edits of one person */
  readonly keyOf: (line: L) => string;
  /** a name that another person's edit of the line most often leaves as it is */
  readonly identityOf: (line: L) => string;
  /** whether that name is an id, which no edit changes */
  readonly hasIds?: boolean;
  readonly withKey: (line: L, key: string) => L;
};

/** Merges two people's edits of one list by its lines. Lines without a common key are paired by content, name, or position. */
export function mergeLines<L>({ base, mine, theirs }: Sides<readonly L[]>, names: LineNames<L>): LineMerge<L> {
  const { keyOf, withKey } = names;
  const isSame = (one: L | undefined, other: L | undefined) =>
    one === undefined || other === undefined ? one === other : isSameValue(withKey(one, ''), withKey(other, ''));
  const baseKeys = new Set(base.map(keyOf));
  const added = mine.filter((line) => !baseKeys.has(keyOf(line)));
  const ofBase = pairs(base, theirs, names, isSame);
  const left = theirs.filter((line) => !ofBase.has(line));
  const ofMine = pairs(added, left, { ...names, hasIds: true }, isSame);
  const theirId = (line: L) => {
    const partner = ofBase.get(line) ?? ofMine.get(line);
    return partner === undefined ? `theirs ${keyOf(line)}` : keyOf(partner);
  };
  const before = new Map(base.map((line) => [keyOf(line), line]));
  const own = new Map(mine.map((line) => [keyOf(line), line]));
  const other = new Map(theirs.map((line) => [theirId(line), line]));
  const otherKeys = new Set(theirs.map(keyOf));
  const lines: L[] = [];
  const clashes: LineClash<L>[] = [];
  const taken = isReordered([...before.keys()], [...other.keys()]) ? theirs.slice(0, 1) : [];
  for (const id of order([...before.keys()], [...own.keys()], [...other.keys()])) {
    const [from, me, them] = [before.get(id), own.get(id), other.get(id)];
    const isOwn = !isSame(from, me);
    const isTheirs = !isSame(from, them);
    const key = them === undefined ? (otherKeys.has(id) ? `own ${id}` : id) : keyOf(them);
    if (isOwn && isTheirs && !isSame(me, them)) clashes.push({ key, mine: me, theirs: them, at: lines.length });
    const changed = them ?? from;
    if (isTheirs && !isOwn && changed !== undefined) taken.push(changed);
    const value = isOwn ? me : them;
    if (value !== undefined) lines.push(withKey(value, key));
  }
  return { lines, clashes, taken };
}

/** The lines with one side of a clash. */
export function withSide<L>(
  lines: readonly L[],
  { key, at, ...clash }: LineClash<L>,
  side: 'mine' | 'theirs',
  { keyOf, withKey }: Pick<LineNames<L>, 'keyOf' | 'withKey'>,
): L[] {
  const chosen = clash[side];
  if (chosen === undefined) return lines.filter((line) => keyOf(line) !== key);
  const line = withKey(chosen, key);
  if (lines.some((each) => keyOf(each) === key)) return lines.map((each) => (keyOf(each) === key ? line : each));
  return lines.toSpliced(at, 0, line);
}

/** The line of the first list for lines of the second. */
function pairs<L>(
  from: readonly L[],
  to: readonly L[],
  { identityOf, hasIds = false }: LineNames<L>,
  isSame: (one: L, other: L) => boolean,
): Map<L, L> {
  const found = new Map<L, L>();
  const used = new Set<L>();
  const pair = (isPair: (one: L, other: L, at: number) => boolean) => {
    for (const [at, line] of to.entries()) {
      if (found.has(line)) continue;
      const partner = from.find((each) => !used.has(each) && isPair(each, line, at));
      if (partner === undefined) continue;
      found.set(line, partner);
      used.add(partner);
    }
  };
  if (!hasIds) pair(isSame);
  pair((one, other) => identityOf(one) !== '' && identityOf(one) === identityOf(other));
  // An edited name: the line stands behind the same line as before.
  if (!hasIds)
    pair((one, _, at) => {
      const [place, last] = [from.indexOf(one), to[at - 1]];
      return last === undefined ? place === 0 : place > 0 && found.get(last) === from[place - 1];
    });
  return found;
}

/** The order of whoever changed it, with the lines of the other behind the ones that they followed. */
function order(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const [first, second] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine];
  const ids = [...first];
  for (const [at, id] of second.entries()) {
    if (ids.includes(id)) continue;
    const last = second[at - 1];
    ids.splice(last === undefined ? 0 : ids.indexOf(last) + 1, 0, id);
  }
  return ids;
}

function isReordered(base: readonly string[], now: readonly string[]): boolean {
  const common = now.filter((id) => base.includes(id));
  return base.filter((id) => now.includes(id)).some((id, at) => id !== common[at]);
}
