import type { Parsed } from '#contract/calls.ts';
import { SECTIONS_MOST } from '#domain/procedure-sections.ts';
import { sectionFaults } from '#domain/section-faults.ts';
import type { StoredSection } from '#domain/stored-section.ts';
import { Refused } from '#server/api-error.ts';
import { userById, type FullUser } from '#server/data/accounts/users.ts';
import { procedureAt } from '#server/data/consents/library.ts';
import { lockPersonal, updatePersonal, type PersonalRow } from '#server/data/consents/personal-procedures.ts';
import type { Editing } from './procedure-event.ts';
import { sectionDigest } from './section-digest.ts';

/** Digests of saved sections for each procedure, the newest [choice]. */
const FORMER_MOST = 200;

type Change = Parsed<'procedureAddSection'>;

/**
 * Adds, replaces or removes one own section of the caller, or notes that all are right for the version in use.
 *
 * @returns all own sections of the caller
 * @throws Refused NOT_FOUND, VERSION_CONFLICT for a stale revision or base, MOVE_REFUSED for a procedure out of use, INVALID
 */
export async function changeOwnSection(change: Change, editing: Editing): Promise<FullUser['personalProcedures']> {
  const { db, actor, deps, now } = editing;
  const { organisationId, userId } = actor;
  const { id: procedureID, section, baseVersion, revision } = change;
  const procedure = await procedureAt(db, organisationId, { id: procedureID });
  if (procedure === undefined) throw new Refused('NOT_FOUND');
  const serving = procedure.status === 'ACTIVE' ? procedure.version : null;
  const first = { baseVersion: procedure.version, now };
  const row = await lockPersonal(db, { organisationId, userId, procedureID }, first);
  const isStale = (revision !== undefined && revision !== row.revision) || (baseVersion ?? serving) !== serving;
  if (isStale) throw new Refused('VERSION_CONFLICT', { data: { current: presentPersonal(row, serving) } });
  const sections = section === undefined ? row.sections : changed(row, change, { newId: deps.newId, isInUse: serving !== null });
  await updatePersonal(db, row, {
    // A copy that begins, or begins anew, is written beside the version in use.
    baseVersion: baseVersion ?? (row.sections.length === 0 ? procedure.version : row.base_version),
    sections,
    former: [...new Set([...row.former, ...sections.map(sectionDigest)])].slice(-FORMER_MOST),
    now,
  });
  const user = await userById(db, organisationId, userId);
  if (user === undefined) throw new Refused('SIGN_IN');
  return user.personalProcedures;
}

type Around = { readonly newId: () => string; readonly isInUse: boolean };

/** The sections after the change. */
function changed(row: PersonalRow, { section, revision }: Change, { newId, isInUse }: Around): StoredSection[] {
  const { id, title = '', nodes = [] } = section ?? {};
  const known = row.sections.some((each) => each.id === id);
  if (known && revision === undefined) refuse('revision', 'Say which revision of your sections this replaces');
  if (nodes.length === 0) {
    if (id === undefined || !known) throw new Refused('NOT_FOUND');
    return row.sections.filter((each) => each.id !== id);
  }
  if (!isInUse) throw new Refused('MOVE_REFUSED');
  const next: StoredSection = { id: id ?? newId(), title, nodes: [...nodes] };
  const faults = sectionFaults(next).map(({ path, message }) => ({ path: `section.${path}`, message }));
  if (title === '') faults.unshift({ path: 'section.title', message: 'Enter the title' });
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  if (known) return row.sections.map((each) => (each.id === id ? next : each));
  if (row.sections.length >= SECTIONS_MOST) refuse('section', `You can have at most ${SECTIONS_MOST} sections for one procedure`);
  return [...row.sections, next];
}

function refuse(path: string, message: string): never {
  throw new Refused('INVALID', { fields: [{ path, message }] });
}

function presentPersonal(row: PersonalRow, serving: number | null) {
  return {
    procedureID: row.procedure_id,
    baseVersion: row.base_version,
    sections: row.sections,
    updatedAt: row.updated_at,
    revision: row.revision,
    moved: serving !== null && serving > row.base_version,
  };
}
