import { foldForSearch } from '#domain/values/search-text.ts';
import type { SecurityEventType } from '#domain/audit/security.ts';
import { Refused } from '#server/api-error.ts';
import {
  listNamedEntries,
  insertEntry,
  lockEntries,
  renameGradeOfPeople,
  renameSpecialityOfPlans,
  updateEntry,
  type NamedEntryRow,
  type EntryTable,
} from '#server/data/accounts/named-entries.ts';
import { refuseOthersThanFirst } from '#server/policies/first-organisation.ts';
import type { Deciding } from '#server/work/accounts/authorise.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

type Kind = { noun: string; created: SecurityEventType; changed: SecurityEventType; rename: typeof renameGradeOfPeople };

const KINDS: Record<EntryTable, Kind> = {
  specialities: {
    noun: 'speciality',
    created: 'SPECIALITY_CREATED',
    changed: 'SPECIALITY_CHANGED',
    rename: renameSpecialityOfPlans,
  },
  grades: { noun: 'grade', created: 'GRADE_CREATED', changed: 'GRADE_CHANGED', rename: renameGradeOfPeople },
};

/** Adds an entry to a list of all organisations. @throws Refused FIRST_ORGANISATION_ONLY, or INVALID for a name that is taken */
export async function createEntry(table: EntryTable, name: string, deciding: Deciding): Promise<NamedEntryRow> {
  const { db, actor, deps } = deciding;
  await refuseOthersThanFirst(db, actor);
  await lockEntries(db, table);
  refuseName(table, name, await listNamedEntries(db, table));
  const row = { id: deps.newId(), name, ended_at: null };
  await insertEntry(db, table, row);
  await logStaffSecurityEvent(db, deciding, { type: KINDS[table].created, subject: name });
  return row;
}

/**
 * Renames an entry, ends it or offers it again. Those who have an ended one keep it.
 *
 * @throws Refused FIRST_ORGANISATION_ONLY, NOT_FOUND, or INVALID for a name that is taken
 */
export async function changeEntry(
  table: EntryTable,
  { _id: id, name, ended }: { _id: string; name: string; ended?: boolean | undefined },
  deciding: Deciding,
): Promise<NamedEntryRow> {
  const { db, actor, now } = deciding;
  await refuseOthersThanFirst(db, actor);
  await lockEntries(db, table);
  const entries = await listNamedEntries(db, table);
  const before = entries.find((each) => each.id === id);
  if (before === undefined) throw new Refused('NOT_FOUND');
  refuseName(
    table,
    name,
    entries.filter((each) => each.id !== id),
  );
  const isEnded = ended ?? before.ended_at !== null;
  const row = { id, name, ended_at: isEnded ? (before.ended_at ?? now) : null };
  const changes = [
    ...(before.name === name ? [] : [`before ${before.name}`]),
    ...(isEnded === (before.ended_at !== null) ? [] : [isEnded ? 'ended' : 'offered again']),
  ];
  if (changes.length === 0) return before;
  await updateEntry(db, table, row);
  if (before.name !== name) await KINDS[table].rename(db, before.name, name);
  await logStaffSecurityEvent(db, deciding, { type: KINDS[table].changed, subject: name, detail: changes.join(', ') });
  return row;
}

function refuseName(table: EntryTable, name: string, others: readonly NamedEntryRow[]): void {
  if (!others.some((each) => foldForSearch(each.name) === foldForSearch(name))) return;
  throw new Refused('INVALID', { fields: [{ path: 'name', message: `A ${KINDS[table].noun} with this name already exists` }] });
}
