import type { Parsed } from '#contract/calls.ts';
import { SECTIONS_MOST } from '#domain/library/procedure-sections.ts';
import { Refused } from '#server/api-error.ts';
import { personalOf } from '#server/data/library/personal-procedures.ts';
import { lockUnchanged, updateProcedure } from './edit-procedure.ts';
import type { Editing } from './procedure-event.ts';

/**
 * Puts an own section of the caller into the newest version of the procedure, under its id: a draft, as any other edit makes one.
 *
 * @returns the version that has it
 * @throws Refused NOT_FOUND for a section that is not the caller's, MOVE_REFUSED while it is reviewed or retired, INVALID
 */
export async function promoteSection({ procedureID, sectionID }: Parsed<'procedurePromote'>, editing: Editing): Promise<number> {
  const { organisationId, userId } = editing.actor;
  const { newest } = await lockUnchanged(editing, { id: procedureID });
  const [own] = await personalOf(editing.db, { organisationId, userId }, [procedureID]);
  const section = own?.sections.find(({ id }) => id === sectionID);
  if (section === undefined) throw new Refused('NOT_FOUND');
  const { sections } = newest.fields;
  const isThere = sections.some(({ id }) => id === sectionID);
  const next = isThere ? sections.map((each) => (each.id === sectionID ? section : each)) : [...sections, section];
  if (next.length > SECTIONS_MOST)
    throw new Refused('INVALID', {
      fields: [{ path: 'sectionID', message: `The procedure has ${SECTIONS_MOST} sections already, which is the most` }],
    });
  const { version, revision } = newest;
  return updateProcedure({ procedureID, version, revision, sections: next }, editing);
}
