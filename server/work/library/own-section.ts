import type { Parsed } from '#contract/calls.ts';
import { PERSONAL_PROCEDURES_MOST, PERSONAL_SECTIONS_SIZE_MOST, SECTIONS_MOST } from '#domain/library/procedure-sections.ts';
import { sectionFaults } from '#domain/library/section-faults.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { ownUserById, type OwnUser } from '#server/data/accounts/users.ts';
import { procedureAt } from '#server/data/library/library.ts';
import { lockPersonal, personalSizeBeside, updatePersonal, type PersonalRow } from '#server/data/library/personal-procedures.ts';
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
export async function changeOwnSection(change: Change, editing: Editing): Promise<OwnUser['personalProcedures']> {
  const { db, actor, deps, now } = editing;
  const { organisationId, userId } = actor;
  const { id: procedureID, section, baseVersion, revision } = change;
  const procedure = await procedureAt(db, organisationId, { id: procedureID });
  if (procedure === undefined) throw new Refused('NOT_FOUND');
  const serving = procedure.status === 'ACTIVE' ? procedure.version : null;
  const first = { baseVersion: procedure.version, now };
  const row = await lockPersonal(db, { organisationId, userId, procedureID }, first);
  const isStale = (revision !== undefined && revision !== row.revision) || (baseVersion ?? serving) !== serving;
  if (isStale) throw new Refused('VERSION_CONFLICT', { data: { current: presentPersonal(row, serving) }, shows: null });
  const library = serving === null ? null : procedure.fields.sections;
  const sections = section === undefined ? row.sections : changed(row, change, { newId: deps.newId, library });
  if (section?.nodes !== undefined && section.nodes.length > 0)
    refuseTooMuch(sections, await personalSizeBeside(db, { organisationId, userId, procedureID }));
  await updatePersonal(db, row, {
    // A copy that begins, or begins anew, is written beside the version in use.
    baseVersion: baseVersion ?? (row.sections.length === 0 ? procedure.version : row.base_version),
    sections,
    former: [...new Set([...row.former, ...sections.map(sectionDigest)])].slice(-FORMER_MOST),
    now,
  });
  const user = await ownUserById(db, organisationId, userId);
  if (user === undefined) throw new Refused('SIGN_IN');
  return user.personalProcedures;
}

type Around = {
  readonly newId: () => string;
  /** the sections of the version in use; null for a procedure out of use */
  readonly library: readonly StoredSection[] | null;
};

/** The sections after the change. */
function changed(row: PersonalRow, { section, revision }: Change, { newId, library }: Around): StoredSection[] {
  const { id, title = '', nodes = [] } = section ?? {};
  const known = row.sections.some((each) => each.id === id);
  if (known && revision === undefined) refuse('revision', 'Say which revision of your sections this replaces');
  if (nodes.length === 0) {
    if (id === undefined || !known) throw new Refused('NOT_FOUND');
    return row.sections.filter((each) => each.id !== id);
  }
  if (library === null) throw moveRefused('PROCEDURE_RETIRED');
  // It would be stored, and shown nowhere.
  if (library.some((each) => each.id === id))
    refuse('section', 'The version in use has this section for everybody now. Add your words as a new section.');
  const next: StoredSection = { id: id ?? newId(), title, nodes: [...nodes] };
  const faults = sectionFaults(next).map(({ path, message }) => ({ path: `section.${path}`, message }));
  if (title === '') faults.unshift({ path: 'section.title', message: 'Enter the title' });
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  if (known) return row.sections.map((each) => (each.id === id ? next : each));
  if (row.sections.length >= SECTIONS_MOST) refuse('section', `You can have at most ${SECTIONS_MOST} sections for one procedure`);
  return [...row.sections, next];
}

/** Every sign-in brings all own sections of the person: they have an end. */
function refuseTooMuch(sections: readonly StoredSection[], beside: { procedures: number; size: number }): void {
  if (beside.procedures >= PERSONAL_PROCEDURES_MOST)
    refuse(
      'section',
      `You can have own sections for at most ${PERSONAL_PROCEDURES_MOST} procedures. Please take those of another one away first.`,
    );
  if (beside.size + JSON.stringify(sections).length > PERSONAL_SECTIONS_SIZE_MOST)
    refuse('section', 'All your own sections together are too long. Please make one shorter, or take one away first.');
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
