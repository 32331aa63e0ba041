import type { ConsentProcedure } from './consent.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { withOwnSections, withSections } from '#domain/library/procedure-sections.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { usualOf } from './planned-procedure.ts';

/**
 * A procedure of the library as it starts on a consent: all of the library's content and defaults, these own sections
 * behind the library's, and no side preselected.
 */
export function chosenFrom(library: Procedure, own: readonly StoredSection[] = []): ConsentProcedure {
  const chosen = {
    procedureID: library.procedureID,
    libraryVersion: library.version,
    procedureName: library.procedureName,
    procedureDescription: library.procedureDescription,
    procedureAcronym: library.procedureAcronym,
    sideRequired: library.sideRequired,
    side: null,
    ...usualOf(library),
    benefits: library.benefits,
    risks: library.risks,
    removedRisks: [],
    alternatives: library.alternatives,
    personalRisks: [],
  };
  return withSections(chosen, withOwnSections(library.sections, own));
}
