import { canonical } from '#domain/digest.ts';
import type { EntityName } from './vault-database.ts';

/** Fields by their names on the wire. */
export type Fields = Readonly<Record<string, unknown>>;

/** One field that two people changed to different things, or that nobody may merge. `base` is undefined where it is not known. */
export type Clash = { readonly field: string; readonly base: unknown; readonly mine: unknown; readonly theirs: unknown };

export type Merge =
  /** `mine`: the fields that are still to be sent, on top of theirs; `noted`: those that both sides' work is now made of */
  | { readonly kind: 'merged'; readonly mine: Fields; readonly noted: readonly string[] }
  /** Somebody has to choose; `mine` as above, without the clashes */
  | { readonly kind: 'clash'; readonly clashes: readonly Clash[]; readonly mine: Fields };

/** Never merged by itself, whoever changed them: who somebody is, and what is consented to. */
const GUARDED: Readonly<Record<EntityName, readonly string[]>> = {
  patients: ['firstName', 'lastName', 'dateOfBirth', 'nhsNumber', 'hospitalNumber', 'status', 'mergedInto'],
  consents: ['formType', 'templateID', 'templateVersion', 'procedures'],
  listings: [],
};

/** Where somebody stands in a form; the newer one is as good as the other. */
const TRIVIAL: readonly string[] = ['activeTab'];

type Sides = {
  /** the copy that my edit was made on; null where it is not known */
  readonly base: Fields | null;
  /** the fields that I changed, and only these */
  readonly mine: Fields;
  /** the present entity, whole */
  readonly theirs: Fields;
};

/**
 * Three-way merge of an edit into an entity that has moved on. Disjoint fields merge; the same field with another value is a
 * clash; guarded fields that either side has touched are always shown, unless both came to the same.
 *
 * @param entity - whose guarded fields hold; anything but a draft takes no merge at all
 */
export function mergeThreeWay(entity: EntityName, { base, mine, theirs }: Sides): Merge {
  const mineLeft = Object.entries(mine).filter(([field, value]) => !isSame(value, theirs[field]));
  const clashing = new Set(
    mineLeft
      .map(([field]) => field)
      .filter((field) => !TRIVIAL.includes(field) && (base === null || !isSame(base[field], theirs[field]))),
  );
  for (const field of GUARDED[entity]) {
    const isMine = mineLeft.some(([name]) => name === field);
    const isTheirs =
      base !== null && field in theirs && !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]);
    if (mineLeft.length > 0 && (isMine || isTheirs)) clashing.add(field);
  }
  if (mineLeft.length > 0 && isClosed(entity, theirs)) for (const [field] of mineLeft) clashing.add(field);
  const left = Object.fromEntries(mineLeft.filter(([field]) => !clashing.has(field)));
  if (clashing.size === 0) return { kind: 'merged', mine: left, noted: notedOf(base, mine, theirs) };
  const clashes = [...clashing].map((field) => ({
    field,
    base: base?.[field],
    mine: field in mine ? mine[field] : base?.[field],
    theirs: theirs[field],
  }));
  return { kind: 'clash', clashes, mine: left };
}

// What is sent or signed is not a draft any more: nothing flows into it.
function isClosed(entity: EntityName, theirs: Fields): boolean {
  return entity === 'consents' && theirs['status'] !== 'DRAFT';
}

const BOOKKEEPING = new Set([
  'version',
  'updatedAt',
  'Timeline',
  'missing',
  'activeTab',
  'listedBy',
  'listedAt',
  'light',
  'reason',
  'currentConsentID',
  'inForceConsentID',
]);

/** My fields and those that they changed since the base; none where only bookkeeping moved: then nothing was put together. */
function notedOf(base: Fields | null, mine: Fields, theirs: Fields): string[] {
  const said = (fields: readonly string[]) => fields.filter((field) => !BOOKKEEPING.has(field));
  if (base === null) return said(Object.keys(mine)).toSorted();
  const changed = said(Object.keys(theirs)).filter((field) => !isSame(base[field], theirs[field]));
  return changed.length === 0 ? [] : [...new Set([...said(Object.keys(mine)), ...changed])].toSorted();
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one ?? null) === canonical(other ?? null);
}
