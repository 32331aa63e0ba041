import { isSameValue } from '#domain/base/canonical.ts';
import { GUARDED_PATIENT_FIELDS } from '#domain/patients/patient.ts';
import type { EntityName } from '#store/db/vault-database.ts';

/** Fields of an entity by their names on the wire. */
export type EntityFields = Readonly<Record<string, unknown>>;

/** One field that both sides set to different values, or a guarded one. `base` is undefined when it is not known. */
export type FieldConflict = { readonly field: string; readonly base: unknown; readonly mine: unknown; readonly theirs: unknown };

export type MergeResult =
  /** `mine`: the fields that are still to be sent, on top of theirs; `noted`: the fields that either side changed, for the note */
  | { readonly kind: 'merged'; readonly mine: EntityFields; readonly noted: readonly string[] }
  /** A person has to choose; `mine` as above, without the clashes */
  | { readonly kind: 'clash'; readonly clashes: readonly FieldConflict[]; readonly mine: EntityFields };

/** Fields that are never merged automatically, whichever side changed them: identity, and the subject of the consent. */
const GUARDED: Readonly<Record<EntityName, readonly string[]>> = {
  patients: [...GUARDED_PATIENT_FIELDS, 'status', 'mergedInto'],
  consents: ['formType', 'templateID', 'templateVersion', 'procedures'],
  listings: [],
};

/** Fields without meaning for the record: the newer value wins. */
const TRIVIAL: readonly string[] = ['activeTab'];

type Sides = {
  /** the copy that my edit was made on; null when it is not known */
  readonly base: EntityFields | null;
  /** the fields that I changed, and only these */
  readonly mine: EntityFields;
  /** the present entity, complete */
  readonly theirs: EntityFields;
};

/**
 * Three-way merge of an edit into an entity that has changed since. Disjoint fields merge; one field with two values is a clash; a
 * guarded field that either side changed always is, unless both set the same value. A consent that is no draft takes no merge at all.
 *
 * @param entity - selects the guarded fields
 */
export function mergeThreeWay(entity: EntityName, { base, mine, theirs }: Sides): MergeResult {
  const mineLeft = Object.entries(mine).filter(([field, value]) => !isSameValue(value, theirs[field]));
  const clashing = new Set(
    mineLeft
      .map(([field]) => field)
      .filter((field) => !TRIVIAL.includes(field) && (base === null || !isSameValue(base[field], theirs[field]))),
  );
  for (const field of GUARDED[entity]) {
    const isMine = mineLeft.some(([name]) => name === field);
    const isTheirs =
      base !== null && field in theirs && !isSameValue(base[field], theirs[field]) && !isSameValue(mine[field], theirs[field]);
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

// A version that was sent or signed is no draft any more: nothing may be merged into it.
function isClosed(entity: EntityName, theirs: EntityFields): boolean {
  return entity === 'consents' && theirs['status'] !== 'DRAFT';
}

const BOOKKEEPING = new Set([
  'version',
  'updatedAt',
  'survivorID',
  'mergedAt',
  'Timeline',
  'missing',
  'activeTab',
  'listedBy',
  'listedAt',
  'operatorName',
  'light',
  'reason',
  'currentConsentID',
  'inForceConsentID',
]);

/** My fields and those that they changed since the base; none when only bookkeeping changed, since then nothing was merged. */
function notedOf(base: EntityFields | null, mine: EntityFields, theirs: EntityFields): string[] {
  const significant = (fields: readonly string[]) => fields.filter((field) => !BOOKKEEPING.has(field));
  if (base === null) return significant(Object.keys(mine)).toSorted();
  const changed = significant(Object.keys(theirs)).filter((field) => !isSameValue(base[field], theirs[field]));
  return changed.length === 0 ? [] : [...new Set([...significant(Object.keys(mine)), ...changed])].toSorted();
}
